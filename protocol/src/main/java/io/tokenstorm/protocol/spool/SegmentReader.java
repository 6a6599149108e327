package io.tokenstorm.protocol.spool;

import io.tokenstorm.protocol.record.RecordFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Reads the frames of one record file in order. A frame that is not whole, or whose checksum does
 * not match, ends the reading: it is the torn tail of a writer that was killed, or of one that is
 * writing right now; {@link #next} may then be asked again.
 */
public final class SegmentReader implements Closeable {
  private final FileChannel file;
  private long position;

  private SegmentReader(FileChannel file) {
    this.file = file;
  }

  public static SegmentReader open(Path path) throws IOException {
    return new SegmentReader(FileChannel.open(path, StandardOpenOption.READ));
  }

  /** The next whole frame, or empty if there is none (yet). */
  public Optional<SpoolFrame> next() throws IOException {
    ByteBuffer prefix = ByteBuffer.allocate(SpoolFrame.PREFIX);
    if (!fill(prefix, position)) {
      return Optional.empty();
    }
    int length = prefix.getInt(0);
    if (length <= 0 || length > SpoolFrame.MAX_PAYLOAD || length > bytesLeft()) {
      return Optional.empty();
    }
    ByteBuffer payload = ByteBuffer.allocate(length);
    if (!fill(payload, position + SpoolFrame.PREFIX)) {
      return Optional.empty();
    }
    try {
      SpoolFrame frame = SpoolFrame.decode(payload.array(), prefix.getInt(4));
      position += SpoolFrame.PREFIX + length;
      return Optional.of(frame);
    } catch (RecordFormatException e) {
      return Optional.empty();
    }
  }

  /** Bytes behind the last whole frame that was read. */
  public long bytesBehind() throws IOException {
    return file.size() - position;
  }

  private long bytesLeft() throws IOException {
    return bytesBehind() - SpoolFrame.PREFIX;
  }

  private boolean fill(ByteBuffer buffer, long from) throws IOException {
    while (buffer.hasRemaining()) {
      if (file.read(buffer, from + buffer.position()) < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
