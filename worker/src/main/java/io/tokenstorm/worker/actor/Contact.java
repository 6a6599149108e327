package io.tokenstorm.worker.actor;

import java.time.Duration;

/**
 * When the coordinator was last heard, over all incarnations of one process; its beginning counts
 * as heard. Thread-safe.
 */
public final class Contact {
  private final long limitNanos;
  private volatile long heardNanos;

  /**
   * @param limit a coordinator not heard for longer than this is gone
   */
  public Contact(Duration limit, long nowNanos) {
    this.limitNanos = limit.toNanos();
    this.heardNanos = nowNanos;
  }

  void heard(long nowNanos) {
    heardNanos = nowNanos;
  }

  long silentNanos(long nowNanos) {
    return nowNanos - heardNanos;
  }

  boolean isGone(long nowNanos) {
    return silentNanos(nowNanos) > limitNanos;
  }
}
