package io.tokenstorm.protocol.time;

import java.time.Duration;

/**
 * Moments at an even distance from a start. A timer that is set anew after each piece of work comes
 * a little later every time; one that is set by a beat is late each time, but no later the tenth
 * time than the first. Moments that were missed are left out, so nothing follows in a burst.
 *
 * <p>Not thread-safe.
 */
public final class Beat {
  private final long startNanos;
  private final long everyNanos;
  private long last;

  /**
   * A beat whose first moment is one interval after its start.
   *
   * @param startNanos on the caller's ticker
   * @throws IllegalArgumentException if the interval is not positive
   */
  public Beat(long startNanos, Duration every) {
    if (every.isZero() || every.isNegative()) {
      throw new IllegalArgumentException("a beat every " + every);
    }
    this.startNanos = startNanos;
    this.everyNanos = every.toNanos();
  }

  /** Whether a moment has come since this was last said; several missed ones count as one. */
  public boolean isDue(long nowNanos) {
    long moment = Math.floorDiv(nowNanos - startNanos, everyNanos);
    if (moment <= last) {
      return false;
    }
    last = moment;
    return true;
  }

  /** How long until the next moment; never zero. */
  public Duration untilNext(long nowNanos) {
    return Duration.ofNanos(everyNanos - Math.floorMod(nowNanos - startNanos, everyNanos));
  }
}
