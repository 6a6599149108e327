package io.tokenstorm.worker.lag;

/**
 * Tells apart a process that stands still and a single thread that gets no CPU: the beats of a
 * second thread. Only time in which both threads are missing counts. However late the first thread
 * asks, and whatever beats came meanwhile, the longest gap between two beats is not forgotten.
 * Thread-safe.
 */
final class StallWatch {
  private final long periodNanos;
  private long gapFromNanos;
  private long gapToNanos;
  private long lastBeatNanos;

  StallWatch(long periodNanos, long nowNanos) {
    this.periodNanos = periodNanos;
    this.gapFromNanos = nowNanos;
    this.gapToNanos = nowNanos;
    this.lastBeatNanos = nowNanos;
  }

  /** The second thread is alive. */
  synchronized void beat(long nowNanos) {
    if (nowNanos - lastBeatNanos > gapToNanos - gapFromNanos) {
      gapFromNanos = lastBeatNanos;
      gapToNanos = nowNanos;
    }
    lastBeatNanos = nowNanos;
  }

  /**
   * How long the second thread was missing too within a time in which the first one was, beyond its
   * usual pause; of the time since the last question.
   *
   * @param toNanos now
   */
  synchronized long stalledNanos(long fromNanos, long toNanos) {
    long before = Math.min(gapToNanos, toNanos) - Math.max(gapFromNanos, fromNanos);
    long since = toNanos - Math.max(lastBeatNanos, fromNanos);
    gapFromNanos = lastBeatNanos;
    gapToNanos = lastBeatNanos;
    return Math.max(0, Math.max(before, since) - periodNanos);
  }
}
