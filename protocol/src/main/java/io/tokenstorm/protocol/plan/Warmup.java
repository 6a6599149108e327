package io.tokenstorm.protocol.plan;

import java.time.Duration;

/**
 * The load before the measured window.
 *
 * @param requestsPerSlot how many requests each slot sends, 0 if not limited by count
 * @param duration how long slots go on sending, zero if not limited by time
 * @param drain whether what runs is let finish before the window opens; else slots are handed over
 *     busy
 */
public record Warmup(int requestsPerSlot, Duration duration, boolean drain) {
  public static final Warmup NONE = new Warmup(0, Duration.ZERO, true);

  /** Whether there is no warmup. */
  public boolean none() {
    return requestsPerSlot == 0 && duration.isZero();
  }
}
