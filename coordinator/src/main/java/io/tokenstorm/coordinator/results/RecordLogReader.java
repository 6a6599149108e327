package io.tokenstorm.coordinator.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code records.log} frame by frame; memory is bounded by one frame. A tail that is no whole
 * frame, with no whole frame after it, is what a kill left and ends the log. Bytes that are no
 * frame but have one after them are damage: they are skipped and listed in {@link #damages}. Not
 * thread-safe.
 */
public final class RecordLogReader implements Closeable {
  static final int FILE_HEADER_BYTES = 12;
  private static final long MAGIC = 0x54534b5245434c47L; // TSKRECLG
  private static final int VERSION = 1;

  /**
   * Bytes in the middle of the log that are no frame.
   *
   * @param offset of the first
   * @param length how many
   */
  public record Damage(long offset, long length) {}

  private final Path path;
  private final FileChannel channel;
  private final List<Damage> damages = new ArrayList<>();
  private long position;

  private RecordLogReader(Path path, FileChannel channel, long position) {
    this.path = path;
    this.channel = channel;
    this.position = position;
  }

  /**
   * Opens the log.
   *
   * @throws ResultsException if it is missing, no record log, or of another version
   */
  public static RecordLogReader open(Path path) {
    return open(path, FILE_HEADER_BYTES);
  }

  /** Opens the log at the offset of a frame. */
  public static RecordLogReader open(Path path, long frameOffset) {
    try {
      FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
      checkHeader(path, channel);
      return new RecordLogReader(path, channel, Math.max(frameOffset, FILE_HEADER_BYTES));
    } catch (IOException e) {
      throw ResultsException.onRead(path, e);
    }
  }

  /** The next whole frame; {@code null} at the end of the log or at its torn tail. */
  public @Nullable RecordFrame next() {
    try {
      RecordFrame frame = frameAt(position);
      if (frame == null) {
        long found = nextFrameAfter(position);
        if (found < 0) {
          return null;
        }
        damages.add(new Damage(position, found - position));
        frame = frameAt(found);
      }
      if (frame != null) {
        position = frame.endOffset();
      }
      return frame;
    } catch (IOException e) {
      throw ResultsException.onRead(path, e);
    }
  }

  /** Offset of the byte after the last frame that {@link #next} gave. */
  public long position() {
    return position;
  }

  /** Damage met so far. */
  public List<Damage> damages() {
    return List.copyOf(damages);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw ResultsException.onRead(path, e);
    }
  }

  static ByteBuffer fileHeader() {
    return ByteBuffer.allocate(FILE_HEADER_BYTES).putLong(MAGIC).putInt(VERSION).flip();
  }

  /** How much of the log is whole, bytes; 0 if it does not exist or not even its header is. */
  static long usableLength(Path path) {
    try {
      if (!Files.exists(path) || Files.size(path) < FILE_HEADER_BYTES) {
        return 0;
      }
    } catch (IOException e) {
      throw ResultsException.onRead(path, e);
    }
    try (RecordLogReader reader = open(path)) {
      while (reader.next() != null) {
        if (!reader.damages.isEmpty()) {
          Damage damage = reader.damages.get(0);
          throw ResultsException.damaged(
              path, damage.length() + " bytes at offset " + damage.offset() + " are no frame");
        }
      }
      return reader.position();
    }
  }

  private static void checkHeader(Path path, FileChannel channel) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(FILE_HEADER_BYTES);
    readFully(channel, header, 0);
    if (header.hasRemaining()) {
      // cut off while it was created: a log without frames
      return;
    }
    if (header.getLong(0) != MAGIC) {
      throw ResultsException.damaged(path, "it does not begin as a record log");
    }
    if (header.getInt(8) != VERSION) {
      throw ResultsException.damaged(
          path, "record log version " + header.getInt(8) + ", this reads " + VERSION);
    }
  }

  private @Nullable RecordFrame frameAt(long offset) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(RecordFrame.HEADER_BYTES);
    readFully(channel, header, offset);
    if (header.hasRemaining() || header.getInt(0) != RecordFrame.MARKER) {
      return null;
    }
    int length = header.getInt(4);
    long left = channel.size() - offset - RecordFrame.HEADER_BYTES;
    if (length <= 0 || length > RecordFrame.MAX_BODY || length > left) {
      return null;
    }
    byte[] body = new byte[length];
    readFully(channel, ByteBuffer.wrap(body), offset + RecordFrame.HEADER_BYTES);
    return RecordFrame.checksum(length, body, 0) == header.getInt(8)
        ? RecordFrame.unpack(offset, body)
        : null;
  }

  /** Offset of the first whole frame after {@code offset}, −1 if there is none. */
  private long nextFrameAfter(long offset) throws IOException {
    ByteBuffer window = ByteBuffer.allocate(1 << 16);
    long start = offset + 1;
    while (true) {
      window.clear();
      readFully(channel, window, start);
      window.flip();
      if (window.remaining() < RecordFrame.HEADER_BYTES) {
        return -1;
      }
      for (int i = 0; i + 4 <= window.limit(); i++) {
        if (window.getInt(i) == RecordFrame.MARKER && frameAt(start + i) != null) {
          return start + i;
        }
      }
      start += window.limit() - 3;
    }
  }

  private static void readFully(FileChannel channel, ByteBuffer into, long offset)
      throws IOException {
    long at = offset;
    while (into.hasRemaining()) {
      int n = channel.read(into, at);
      if (n < 0) {
        return;
      }
      at += n;
    }
  }
}
