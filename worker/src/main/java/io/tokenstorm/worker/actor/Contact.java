package io.tokenstorm.worker.actor;

import java.time.Duration;

/**
 * When the coordinator was last heard, over all incarnations of one process; its beginning counts
 * as heard. Thread-safe.
 */
public final class Contact {
  private final long limitNanos;
  private volatile long heardNanos;
  private volatile boolean everHeard;
  private volatile String trouble = "";

  /**
   * @param limit a coordinator not heard for longer than this is gone
   */
  public Contact(Duration limit, long nowNanos) {
    this.limitNanos = limit.toNanos();
    this.heardNanos = nowNanos;
  }

  void heard(long nowNanos) {
    heardNanos = nowNanos;
    everHeard = true;
    trouble = "";
  }

  /** Whether a coordinator was heard in this process's life. */
  public boolean isEverHeard() {
    return everHeard;
  }

  /** What kept a connection from coming about, last; for a person. */
  public void noted(String newTrouble) {
    trouble = newTrouble;
  }

  String trouble() {
    return trouble;
  }

  long silentNanos(long nowNanos) {
    return nowNanos - heardNanos;
  }

  boolean isGone(long nowNanos) {
    return silentNanos(nowNanos) > limitNanos;
  }
}
