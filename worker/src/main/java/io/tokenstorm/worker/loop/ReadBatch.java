package io.tokenstorm.worker.loop;

import io.tokenstorm.protocol.time.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes read in one turn of a loop: read and stamped one after the other, parsed only when all
 * sockets that were ready have been read or the room is used up.
 */
final class ReadBatch {
  /** The most bytes of one read. */
  static final int MAX_READ = 64 * 1024;

  private static final int ROOM = 4 * MAX_READ;

  private final Ticker ticker;
  private final LoopCounters counters;
  private final byte[] bytes = new byte[ROOM];
  private final ByteBuffer room = ByteBuffer.wrap(bytes);
  private @Nullable TcpConnection[] owners = new TcpConnection[64];
  private int[] ends = new int[64];
  private long[] stamps = new long[64];
  private int count;
  private int used;
  private long spentNanos;

  ReadBatch(Ticker ticker, LoopCounters counters) {
    this.ticker = ticker;
    this.counters = counters;
  }

  /**
   * Reads once and keeps what came for {@link #deliver}.
   *
   * @return what the channel's read gave: −1 at the end of the stream
   */
  int read(TcpConnection owner, SocketChannel channel) throws IOException {
    if (used + MAX_READ > ROOM) {
      deliver();
    }
    room.limit(used + MAX_READ).position(used);
    int n = channel.read(room);
    if (n <= 0) {
      return n;
    }
    long stamp = ticker.nanos();
    counters.read(n, n == MAX_READ);
    if (count == ends.length) {
      grow();
    }
    used += n;
    owners[count] = owner;
    ends[count] = used;
    stamps[count++] = stamp;
    return n;
  }

  private void grow() {
    owners = Arrays.copyOf(owners, count * 2);
    ends = Arrays.copyOf(ends, count * 2);
    stamps = Arrays.copyOf(stamps, count * 2);
  }

  /** Hands what was read to those who read it, in the order of the reads. */
  void deliver() {
    if (count == 0) {
      return;
    }
    long first = stamps[0];
    int start = 0;
    for (int i = 0; i < count; i++) {
      TcpConnection owner = owners[i];
      owners[i] = null;
      if (owner != null) {
        owner.deliver(bytes, start, ends[i] - start, stamps[i]);
      }
      start = ends[i];
    }
    count = 0;
    used = 0;
    spentNanos += ticker.nanos() - first;
  }

  /** The time spent since the last call between the first stamp of a batch and its delivery. */
  long takeSpentNanos() {
    long spent = spentNanos;
    spentNanos = 0;
    return spent;
  }
}
