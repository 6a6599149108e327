package io.tokenstorm.worker.health;

import java.time.Duration;

/** How late a timer with a fixed delay comes, by those whom it calls. Not thread-safe. */
public final class TimerLag {
  private long periodNanos;
  private long lastNanos;
  private long maxNanos;

  public TimerLag(Duration period, long nowNanos) {
    this.periodNanos = period.toNanos();
    this.lastNanos = nowNanos;
  }

  /** The timer was set anew, with another delay. */
  public void setAnew(Duration period, long nowNanos) {
    periodNanos = period.toNanos();
    lastNanos = nowNanos;
  }

  /** The timer came. */
  public void came(long nowNanos) {
    maxNanos = Math.max(maxNanos, nowNanos - lastNanos - periodNanos);
    lastNanos = nowNanos;
  }

  /**
   * The longest lag so far, of a timer that is overdue included.
   *
   * @return nanoseconds, 0 if it was never late
   */
  public long maxNanos(long nowNanos) {
    return Math.max(maxNanos, nowNanos - lastNanos - periodNanos);
  }

  /** The longest lag since the last call; nanoseconds, 0 if it was never late. */
  public long takeMaxNanos() {
    long max = maxNanos;
    maxNanos = 0;
    return max;
  }
}
