package io.tokenstorm.coordinator.live;

import io.tokenstorm.protocol.live.LatencySketch;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
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
 * @param recentCount samples of the last three seconds
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
  private static final int BUCKETS_PER_DECADE = 10;
  private static final double MICROS_PER_SECOND = 1e6;

  public static final LatencyView NONE =
      new LatencyView(0, null, null, null, null, 0, null, null, List.of());

  /**
   * One bucket.
   *
   * @param le its upper edge, seconds: a power of 10^0.1
   * @param count samples in it, not cumulative
   */
  public record Bucket(double le, long count) {}

  /**
   * The view of a window.
   *
   * @param whole all samples of the window
   * @param before the samples that came before the recent span: a part of {@code whole}
   */
  static LatencyView of(Histogram whole, Histogram before) {
    Histogram recent = LatencySketch.newHistogram();
    recent.add(whole);
    recent.subtract(before);
    return new LatencyView(
        whole.getTotalCount(),
        percentile(whole, 50),
        percentile(whole, 90),
        percentile(whole, 99),
        percentile(whole, 100),
        recent.getTotalCount(),
        percentile(recent, 50),
        percentile(recent, 99),
        buckets(whole));
  }

  /** A percentile in seconds; {@code null} of an empty histogram. */
  static @Nullable Double percentile(Histogram histogram, double percent) {
    return histogram.getTotalCount() == 0
        ? null
        : SketchPercentile.of(histogram, percent) / MICROS_PER_SECOND;
  }

  private static List<Bucket> buckets(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return List.of();
    }
    List<Bucket> buckets = new ArrayList<>();
    int exponent = Integer.MIN_VALUE;
    long count = 0;
    for (var value : histogram.recordedValues()) {
      int its = exponentOf(value.getValueIteratedTo());
      if (its != exponent && count > 0) {
        buckets.add(new Bucket(edge(exponent), count));
        count = 0;
      }
      exponent = its;
      count += value.getCountAddedInThisIterationStep();
    }
    buckets.add(new Bucket(edge(exponent), count));
    return List.copyOf(buckets);
  }

  private static int exponentOf(long micros) {
    return (int) Math.ceil(BUCKETS_PER_DECADE * Math.log10(micros / MICROS_PER_SECOND) - 1e-9);
  }

  /** Rounded to four digits, so that it is short in JSON and the same in each frame. */
  private static double edge(int exponent) {
    double exact = Math.pow(10, (double) exponent / BUCKETS_PER_DECADE);
    double unit = Math.pow(10, Math.floor(Math.log10(exact)) - 3);
    return Math.round(exact / unit) * unit;
  }
}
