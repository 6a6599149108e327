package io.tokenstorm.coordinator.sweep.model;

import io.tokenstorm.coordinator.stats.Figure;
import org.jspecify.annotations.Nullable;

/** A latency over requests, milliseconds; all {@code null} where it is defined for none. */
public record LatencyMillis(
    @Nullable Double mean,
    @Nullable Double p50,
    @Nullable Double p90,
    @Nullable Double p95,
    @Nullable Double p99) {

  /** The same as a figure of seconds has it. */
  public static LatencyMillis of(Figure seconds) {
    return new LatencyMillis(
        millis(seconds.mean()),
        millis(seconds.p50()),
        millis(seconds.p90()),
        millis(seconds.p95()),
        millis(seconds.p99()));
  }

  private static @Nullable Double millis(@Nullable Double seconds) {
    return seconds == null ? null : seconds * 1e3;
  }
}
