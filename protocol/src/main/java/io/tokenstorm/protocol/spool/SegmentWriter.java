package io.tokenstorm.protocol.spool;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Appends frames to one record file. A frame that could not be written whole (no space left) leaves
 * no trace: the next one is written over it. Not thread-safe.
 */
public final class SegmentWriter implements Closeable {
  private final FileChannel file;
  private long position;

  private SegmentWriter(FileChannel file) {
    this.file = file;
  }

  /**
   * Creates the file that begins with a sequence number.
   *
   * @throws IOException if it exists, or cannot be created
   */
  public static SegmentWriter create(Path directory, long firstSeq) throws IOException {
    return new SegmentWriter(
        FileChannel.open(
            Segments.fileOf(directory, firstSeq),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE));
  }

  /**
   * Appends one frame.
   *
   * @throws IOException if it could not be written whole; then it counts as not written
   */
  public void append(SpoolFrame frame) throws IOException {
    ByteBuffer bytes = frame.encode();
    int start = bytes.position();
    while (bytes.hasRemaining()) {
      file.write(bytes, position + bytes.position() - start);
    }
    position += bytes.position() - start;
  }

  /** Bytes of whole frames. */
  public long length() {
    return position;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
