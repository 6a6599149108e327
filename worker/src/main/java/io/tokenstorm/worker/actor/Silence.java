package io.tokenstorm.worker.actor;

import java.time.Duration;

/**
 * For how long a coordinator has been silent while this process was there to hear it. Asked again
 * and again; between two looks at most one step counts. So a process that stood still, or got no
 * processor time, does not take its own absence for the other's: what was sent to it meanwhile
 * still lies in its sockets. Not thread-safe.
 */
final class Silence {
  private final long limitNanos;
  private final long stepNanos;
  private long lookedAtNanos;
  private long silentNanos;

  /**
   * @param limit of the silence that is bearable
   * @param step the most that counts between two looks
   */
  Silence(Duration limit, Duration step, long nowNanos) {
    this.limitNanos = limit.toNanos();
    this.stepNanos = step.toNanos();
    this.lookedAtNanos = nowNanos;
  }

  /**
   * Takes a look.
   *
   * @param silent how long ago the coordinator was last heard
   * @return whether the silence is longer than bearable
   */
  boolean isTooLong(Duration silent, long nowNanos) {
    long passed = nowNanos - lookedAtNanos;
    lookedAtNanos = nowNanos;
    long heardAgo = silent.toNanos();
    silentNanos =
        heardAgo <= passed
            ? Math.min(heardAgo, stepNanos)
            : silentNanos + Math.min(passed, stepNanos);
    return silentNanos > limitNanos;
  }
}
