package io.tokenstorm.protocol.plan;

import java.time.Duration;
import java.util.Locale;

/**
 * What the loss of a worker inside a measured window means.
 *
 * @param policy what it means
 * @param maxWait how long a lost worker's slots may be waited for in warmup before the phase is
 *     INVALID (named {@code wait} in a plan)
 */
public record OnWorkerLoss(Policy policy, Duration maxWait) {
  /** {@code fail} ends the run as INVALID; {@code degrade} cuts the window at the loss. */
  public enum Policy {
    FAIL,
    DEGRADE;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static final OnWorkerLoss DEFAULT = new OnWorkerLoss(Policy.FAIL, Duration.ofSeconds(60));
}
