package io.tokenstorm.worker.health;

import java.util.Optional;

/**
 * The last few thousand pauses of the JVM, in the order they were told; read by as many as like,
 * each from where it stopped. Thread-safe.
 */
final class PauseLog {
  private static final int KEPT = 4096;

  private final long[] nanos = new long[KEPT];
  private final boolean[] collection = new boolean[KEPT];
  private long end;
  private boolean told;

  /**
   * Pauses of some time.
   *
   * @param gcMaxNanos the longest pause of a garbage collection
   * @param safepointNanos all safepoints together
   * @param safepointMaxNanos the longest safepoint
   */
  record Longest(long gcMaxNanos, long safepointNanos, long safepointMaxNanos) {}

  /** From now on somebody tells. */
  synchronized void open() {
    told = true;
  }

  synchronized void add(boolean garbageCollection, long pauseNanos) {
    int at = (int) (end % KEPT);
    nanos[at] = pauseNanos;
    collection[at] = garbageCollection;
    end++;
  }

  /** One past the newest pause. */
  synchronized long end() {
    return end;
  }

  /** What was told from a position on, as far as it is kept; empty if nobody tells. */
  synchronized Optional<Longest> since(long from) {
    if (!told) {
      return Optional.empty();
    }
    long gcMax = 0;
    long total = 0;
    long max = 0;
    for (long i = Math.max(from, end - KEPT); i < end; i++) {
      int at = (int) (i % KEPT);
      if (collection[at]) {
        gcMax = Math.max(gcMax, nanos[at]);
      } else {
        total += nanos[at];
        max = Math.max(max, nanos[at]);
      }
    }
    return Optional.of(new Longest(gcMax, total, max));
  }
}
