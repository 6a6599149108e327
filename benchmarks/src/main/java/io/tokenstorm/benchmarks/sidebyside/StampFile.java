package io.tokenstorm.benchmarks.sidebyside;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The client's stamps, one entry an answer: its request id in 64 bytes, how many stamps follow, the
 * stamps in nanoseconds of the monotonic clock; little-endian. Appended to memory that the file is
 * mapped into, so that keeping them costs the load next to nothing. Thread-safe.
 */
final class StampFile implements AutoCloseable {
  private static final int ID_BYTES = 64;
  private static final long CAPACITY = 256L << 20;

  private final @Nullable FileChannel channel;
  private final @Nullable ByteBuffer out;

  /**
   * @param path null: nothing is kept
   */
  StampFile(@Nullable Path path) throws IOException {
    if (path == null) {
      channel = null;
      out = null;
    } else {
      channel =
          FileChannel.open(
              path,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      out = channel.map(FileChannel.MapMode.READ_WRITE, 0, CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /** The i-th stamp of an answer. */
  @FunctionalInterface
  interface Stamps {
    long at(int i);
  }

  synchronized void append(String requestId, int count, Stamps stamps) {
    if (out == null) {
      return;
    }
    byte[] id = requestId.getBytes(StandardCharsets.US_ASCII);
    int start = out.position();
    out.put(id, 0, Math.min(id.length, ID_BYTES));
    out.position(start + ID_BYTES);
    out.putLong(count);
    for (int i = 0; i < count; i++) {
      out.putLong(stamps.at(i));
    }
  }

  /** Cuts the file to what was appended. */
  @Override
  public synchronized void close() throws IOException {
    if (channel != null && out != null) {
      channel.truncate(out.position());
      channel.close();
    }
  }
}
