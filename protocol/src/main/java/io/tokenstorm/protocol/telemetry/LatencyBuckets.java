package io.tokenstorm.protocol.telemetry;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The buckets that every node's metrics show latencies in, so that those of several nodes can be
 * added up. A latency at a bound counts in the bucket below it; as the sketch keeps three digits,
 * one that is longer by up to 0.1 % does too.
 */
public final class LatencyBuckets {
  /** Upper bounds, seconds; the last bucket has none. */
  public static final List<Double> BOUNDS_SECONDS =
      List.of(
          0.0005,
          0.001,
          0.0025,
          0.005,
          0.0075,
          0.01,
          0.015,
          0.02,
          0.03,
          0.04,
          0.05,
          0.075,
          0.1,
          0.15,
          0.2,
          0.3,
          0.4,
          0.5,
          0.75,
          1.0,
          1.5,
          2.0,
          3.0,
          5.0,
          7.5,
          10.0,
          15.0,
          20.0,
          30.0,
          60.0,
          120.0,
          300.0,
          600.0,
          Double.POSITIVE_INFINITY);

  private LatencyBuckets() {}

  /**
   * How many latencies are in each bucket, one number a bound; they add up to the total.
   *
   * @param micros in microseconds, such as {@code LatencySketch.newHistogram} makes
   */
  public static long[] counts(Histogram micros) {
    long[] counts = new long[BOUNDS_SECONDS.size()];
    long below = 0;
    for (int i = 0; i < counts.length; i++) {
      double bound = BOUNDS_SECONDS.get(i);
      long upTo =
          Double.isInfinite(bound)
              ? micros.getTotalCount()
              : micros.getCountBetweenValues(0, Math.round(bound * 1e6));
      counts[i] = upTo - below;
      below = upTo;
    }
    return counts;
  }

  /** The sum of all latencies, seconds, within 0.1 %. */
  public static double sumSeconds(Histogram micros) {
    return micros.getTotalCount() == 0 ? 0 : micros.getMean() * micros.getTotalCount() / 1e6;
  }
}
