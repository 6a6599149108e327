package io.tokenstorm.coordinator.stats;

/**
 * Makes a {@link Figure} from a sample, by definition: rank = p/100 × (n − 1) in double, value = lo
 * + (hi − lo) × t in double over the whole numbers, one division by the unit at the end. Mean and
 * standard deviation come from exact sums and are rounded once.
 */
public final class Statistics {
  private static final int[] PERCENTILES = {50, 90, 95, 99};
  private static final long NANOS = 1_000_000_000L;

  private Statistics() {}

  /** Durations in nanoseconds, to seconds. */
  public static Figure seconds(LongSource nanos, long undefined) {
    return figure(Summary.ofWhole(nanos), undefined, NANOS);
  }

  /** Whole numbers such as tokens; their extremes stay whole. */
  public static Figure whole(LongSource numbers, long undefined) {
    return figure(Summary.ofWhole(numbers), undefined, 1);
  }

  /**
   * Quotients of nanoseconds, each rounded to a double already and never negative, to seconds.
   *
   * @param bits each as {@link Double#doubleToRawLongBits}, whose order is that of the doubles
   */
  public static Figure quotients(LongSource bits, long undefined) {
    return figure(Summary.ofDoubles(bits), undefined, NANOS);
  }

  private static Figure figure(Summary sample, long undefined, long unit) {
    if (sample.count() == 0) {
      return Figure.none(undefined);
    }
    double[] p = sample.percentiles(PERCENTILES);
    return new Figure(
        p[0] / unit,
        p[2] / unit,
        p[3] / unit,
        sample.min(unit),
        sample.max(unit),
        p[1] / unit,
        sample.mean(unit),
        sample.count() < 2 ? null : sample.deviation(unit),
        sample.count(),
        undefined,
        Figure.thin(sample.count()));
  }
}
