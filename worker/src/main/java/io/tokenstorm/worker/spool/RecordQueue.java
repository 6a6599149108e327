package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Hands records from the event loops to the one thread that writes them; bounded by their size on
 * the heap. Offering never blocks and wakes the writer only if it sleeps.
 */
final class RecordQueue {
  private final ConcurrentLinkedQueue<RequestRecord> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong bytes = new AtomicLong();
  private final long maxBytes;
  private volatile @Nullable Thread sleeper;

  RecordQueue(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Size on the heap, roughly: objects and headers, and eight bytes a gap. */
  static long sizeOf(RequestRecord record) {
    return 320 + 8L * record.gaps().size();
  }

  /** Takes a record; false if there is no room. */
  boolean offer(RequestRecord record) {
    long size = sizeOf(record);
    if (bytes.addAndGet(size) > maxBytes) {
      bytes.addAndGet(-size);
      return false;
    }
    queue.add(record);
    wake();
    return true;
  }

  void wake() {
    Thread thread = sleeper;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /** The next records, at most {@code maxRecords} and about {@code maxFrameBytes}. */
  List<RequestRecord> poll(int maxRecords, long maxFrameBytes) {
    List<RequestRecord> taken = new ArrayList<>();
    long size = 0;
    while (taken.size() < maxRecords && size < maxFrameBytes) {
      RequestRecord record = queue.poll();
      if (record == null) {
        break;
      }
      size += sizeOf(record);
      taken.add(record);
    }
    bytes.addAndGet(-size);
    return taken;
  }

  /** Sleeps until there is something, or for {@code maxNanos}; the writer's thread only. */
  void await(long maxNanos) {
    sleeper = Thread.currentThread();
    if (queue.isEmpty()) {
      LockSupport.parkNanos(this, maxNanos);
    }
    sleeper = null;
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }
}
