package io.tokenstorm.coordinator.stats;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * What one pass over a sample gathers, and everything that follows from it. Sums are exact and
 * rounded once, so the order of the numbers changes nothing; percentiles take a further pass. All
 * but {@link #count} and {@link #percentiles} need a count ≥ 1 and come divided by a unit, once.
 */
final class Summary {
  private static final MathContext WIDE = new MathContext(60, RoundingMode.HALF_EVEN);

  private final LongSource source;
  private final boolean bits;
  private final Extremes extremes;
  private final BigDecimal sum;
  private final BigDecimal squares;

  private Summary(
      LongSource source, boolean bits, Extremes extremes, BigDecimal sum, BigDecimal squares) {
    this.source = source;
    this.bits = bits;
    this.extremes = extremes;
    this.sum = sum;
    this.squares = squares;
  }

  /** Of whole numbers. */
  static Summary ofWhole(LongSource numbers) {
    Extremes extremes = new Extremes();
    ExactSums sums = new ExactSums();
    numbers.forEach(
        value -> {
          extremes.add(value);
          sums.add(value);
        });
    return new Summary(
        numbers, false, extremes, new BigDecimal(sums.sum()), new BigDecimal(sums.squares()));
  }

  /**
   * Of finite doubles that are not negative.
   *
   * @param bits each as {@link Double#doubleToRawLongBits}, whose order is that of the doubles
   */
  static Summary ofDoubles(LongSource bits) {
    Extremes extremes = new Extremes();
    ExactDoubleSums sums = new ExactDoubleSums();
    bits.forEach(
        value -> {
          extremes.add(value);
          sums.add(Double.longBitsToDouble(value));
        });
    return new Summary(bits, true, extremes, sums.sum(), sums.squares());
  }

  long count() {
    return extremes.count();
  }

  /** A whole number stays whole if the unit is 1. */
  Number min(long unit) {
    return inUnit(extremes.min(), unit);
  }

  /** A whole number stays whole if the unit is 1. */
  Number max(long unit) {
    return inUnit(extremes.max(), unit);
  }

  private Number inUnit(long value, long unit) {
    if (unit == 1 && !bits) {
      return value;
    }
    return asDouble(value) / unit;
  }

  private double asDouble(long value) {
    return bits ? Double.longBitsToDouble(value) : (double) value;
  }

  double sum(long unit) {
    return sum.divide(BigDecimal.valueOf(unit), WIDE).doubleValue();
  }

  double mean(long unit) {
    return sum.divide(n().multiply(BigDecimal.valueOf(unit)), WIDE).doubleValue();
  }

  /** Of a sample: √((n·Σx² − (Σx)²) / (n·(n − 1))). Needs a count ≥ 2. */
  double deviation(long unit) {
    BigDecimal variance = spread().divide(n().multiply(n().subtract(BigDecimal.ONE)), WIDE);
    return variance.sqrt(WIDE).divide(BigDecimal.valueOf(unit), WIDE).doubleValue();
  }

  /** Of a whole population: √((n·Σx² − (Σx)²) / n²). */
  double populationDeviation(long unit) {
    return spread().sqrt(WIDE).divide(n().multiply(BigDecimal.valueOf(unit)), WIDE).doubleValue();
  }

  private BigDecimal spread() {
    return n().multiply(squares).subtract(sum.multiply(sum));
  }

  private BigDecimal n() {
    return BigDecimal.valueOf(count());
  }

  /**
   * By linear interpolation between closest ranks, not divided by any unit: rank = p/100 × (n − 1)
   * in double, value = lo + (hi − lo) × t in double.
   */
  double[] percentiles(int... percentiles) {
    long last = count() - 1;
    long[] ranks = new long[2 * percentiles.length];
    for (int i = 0; i < percentiles.length; i++) {
      long below = (long) rank(percentiles[i], last);
      ranks[2 * i] = below;
      ranks[2 * i + 1] = Math.min(below + 1, last);
    }
    long[] at = Selection.select(source, extremes.min(), extremes.max(), ranks);
    double[] values = new double[percentiles.length];
    for (int i = 0; i < values.length; i++) {
      double t = rank(percentiles[i], last) - ranks[2 * i];
      values[i] = between(at[2 * i], at[2 * i + 1], t);
    }
    return values;
  }

  private static double rank(int percentile, long last) {
    return percentile / 100.0 * last;
  }

  /** Whole numbers are subtracted as such. */
  private double between(long lo, long hi, double t) {
    double distance = bits ? asDouble(hi) - asDouble(lo) : hi - lo;
    return asDouble(lo) + distance * t;
  }
}
