package io.tokenstorm.coordinator.live;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One latency over the current window, from merged histograms of 1 µs to 1 h with three significant
 * digits: a figure is at most 0.1 % off. Seconds; {@code null} where there is no sample.
 *
 * @param count samples since the window opened
 * @param p50 median
 * @param p90 90th percentile
 * @param p99 99th percentile
 * @param max longest
 * @param recentCount samples of the last {@link LiveAggregator#RECENT}
 * @param recentP50 median of these
 * @param recentP99 99th percentile of these
 * @param buckets how samples since the window opened spread, ten buckets a decade, empty ones left
 *     out; the difference of two frames gives one column of a heat map
 */
public record LatencyView(
    long count,
    @Nullable Double p50,
    @Nullable Double p90,
    @Nullable Double p99,
    @Nullable Double max,
    long recentCount,
    @Nullable Double recentP50,
    @Nullable Double recentP99,
    List<Bucket> buckets) {
  public static final LatencyView NONE =
      new LatencyView(0, null, null, null, null, 0, null, null, List.of());

  /**
   * One bucket.
   *
   * @param le its upper edge, seconds: a power of 10^0.1
   * @param count samples in it, not cumulative
   */
  public record Bucket(double le, long count) {}
}
