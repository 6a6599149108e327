package io.tokenstorm.coordinator.page.series;

import java.util.ArrayList;
import java.util.List;

/**
 * The percentiles of one latency.
 *
 * @param name such as {@code TTFT}
 * @param count values it rests on
 * @param every one of how many values it was drawn from; 1 for all
 * @param points rising percentiles
 */
public record Curve(String name, long count, long every, List<Point> points) {
  private static final double[] PERCENTILES = {
    0, 1, 5, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 96, 97, 98, 99, 99.5, 99.9,
    99.95, 99.99
  };

  /** One percentile, in milliseconds. */
  public record Point(double percentile, double millis) {}

  static Curve of(String name, Thinned sample) {
    long[] sorted = sample.sorted();
    List<Point> points = new ArrayList<>();
    for (double p : PERCENTILES) {
      // beyond the last value but one a percentile is hardly more than the largest value
      if (sorted.length > 0 && (p <= 50 || sorted.length * (1 - p / 100) >= 0.2)) {
        points.add(new Point(p, Thinned.percentile(sorted, p) / 1e6));
      }
    }
    return new Curve(name, sample.count(), sample.every(), points);
  }

  /** Whether a percentile rests on less than one value beyond it. */
  public boolean thin(double percentile) {
    return count * (100 - percentile) < 100 - 1e-9;
  }
}
