package io.tokenstorm.coordinator.simulation;

/**
 * How a simulated network treats messages.
 *
 * @param drop share lost, 0–1
 * @param repeat share delivered twice, 0–1
 * @param maxDelayNanos each is delayed by up to this, so that they overtake each other
 */
public record Faults(double drop, double repeat, long maxDelayNanos) {
  public static final Faults NONE = new Faults(0, 0, 1_000_000);
}
