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
    return ofWholeNumbers(nanos, undefined, NANOS);
  }

  /** Whole numbers such as tokens; their extremes stay whole. */
  public static Figure whole(LongSource numbers, long undefined) {
    return ofWholeNumbers(numbers, undefined, 1);
  }

  /**
   * Quotients of nanoseconds, each rounded to a double already and never negative, to seconds.
   *
   * @param bits each as {@link Double#doubleToRawLongBits}, whose order is that of the doubles
   */
  public static Figure quotients(LongSource bits, long undefined) {
    Extremes seen = new Extremes();
    ExactDoubleSums sums = new ExactDoubleSums();
    bits.forEach(
        b -> {
          seen.add(b);
          sums.add(Double.longBitsToDouble(b));
        });
    if (seen.count() == 0) {
      return Figure.none(undefined);
    }
    double[] p = percentiles(bits, seen, true, PERCENTILES);
    return new Figure(
        p[0] / 1e9,
        p[2] / 1e9,
        p[3] / 1e9,
        Double.longBitsToDouble(seen.min()) / 1e9,
        Double.longBitsToDouble(seen.max()) / 1e9,
        p[1] / 1e9,
        ExactSums.mean(sums.sum(), seen.count(), NANOS),
        seen.count() < 2
            ? null
            : ExactSums.deviation(sums.sum(), sums.squares(), seen.count(), NANOS),
        seen.count(),
        undefined,
        Figure.thin(seen.count()));
  }

  private static Figure ofWholeNumbers(LongSource source, long undefined, long unit) {
    Extremes seen = new Extremes();
    ExactSums sums = new ExactSums();
    source.forEach(
        value -> {
          seen.add(value);
          sums.add(value);
        });
    if (seen.count() == 0) {
      return Figure.none(undefined);
    }
    double[] p = percentiles(source, seen, false, PERCENTILES);
    return new Figure(
        p[0] / unit,
        p[2] / unit,
        p[3] / unit,
        inUnit(seen.min(), unit),
        inUnit(seen.max(), unit),
        p[1] / unit,
        sums.mean(unit),
        seen.count() < 2 ? null : sums.deviation(unit),
        seen.count(),
        undefined,
        Figure.thin(seen.count()));
  }

  private static Number inUnit(long value, long unit) {
    if (unit == 1) {
      return value;
    }
    return (double) value / unit;
  }

  /**
   * Percentiles by definition, not divided by any unit.
   *
   * @param asDoubles whether the numbers are the bits of doubles that are not negative
   */
  static double[] percentiles(
      LongSource source, Extremes seen, boolean asDoubles, int[] percentiles) {
    long last = seen.count() - 1;
    long[] ranks = new long[2 * percentiles.length];
    for (int i = 0; i < percentiles.length; i++) {
      long below = (long) rank(percentiles[i], last);
      ranks[2 * i] = below;
      ranks[2 * i + 1] = Math.min(below + 1, last);
    }
    long[] at = Selection.select(source, seen.min(), seen.max(), ranks);
    double[] values = new double[percentiles.length];
    for (int i = 0; i < values.length; i++) {
      double t = rank(percentiles[i], last) - ranks[2 * i];
      values[i] =
          asDoubles
              ? between(
                  Double.longBitsToDouble(at[2 * i]), Double.longBitsToDouble(at[2 * i + 1]), t)
              : at[2 * i] + (at[2 * i + 1] - at[2 * i]) * t;
    }
    return values;
  }

  private static double rank(int percentile, long last) {
    return percentile / 100.0 * last;
  }

  private static double between(double lo, double hi, double t) {
    return lo + (hi - lo) * t;
  }
}
