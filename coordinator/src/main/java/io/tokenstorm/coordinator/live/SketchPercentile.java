package io.tokenstorm.coordinator.live;

import org.HdrHistogram.Histogram;

/**
 * Percentiles of a histogram by the report's definition, linear interpolation between the closest
 * ranks ({@code docs/metrics.md}), so that a live figure and the report's differ by the histogram's
 * precision alone. Reading off the lower rank instead is far off where a sample has two clusters
 * and a rank lies between them.
 */
final class SketchPercentile {
  private SketchPercentile() {}

  /**
   * The percentile in the histogram's unit.
   *
   * @param histogram not empty
   * @param percent 0 to 100
   */
  static double of(Histogram histogram, double percent) {
    double rank = percent / 100 * (histogram.getTotalCount() - 1);
    long below = (long) rank;
    double part = rank - below;
    double low = Double.NaN;
    long seen = 0;
    for (var value : histogram.recordedValues()) {
      seen += value.getCountAddedInThisIterationStep();
      double middle = histogram.medianEquivalentValue(value.getValueIteratedTo());
      if (Double.isNaN(low) && seen > below) {
        low = middle;
      }
      if (seen > below + 1 || (seen > below && part == 0)) {
        return low + (middle - low) * part;
      }
    }
    return low;
  }
}
