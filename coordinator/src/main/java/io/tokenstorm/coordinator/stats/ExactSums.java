package io.tokenstorm.coordinator.stats;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Count, sum and sum of squares of whole numbers, without any rounding, so that mean and standard
 * deviation do not depend on the order of the numbers. Sums are kept in two 64-bit halves; exact
 * while the sum of squares stays below 2^127 (a million million requests of a day each).
 */
final class ExactSums {
  private static final MathContext WIDE = new MathContext(60, RoundingMode.HALF_EVEN);

  private long count;
  private long sumHigh;
  private long sumLow;
  private long squaresHigh;
  private long squaresLow;

  void add(long value) {
    count++;
    long low = sumLow + value;
    // carry of the unsigned addition, and the sign of the value in the high half
    sumHigh += (value >> 63) + (Long.compareUnsigned(low, sumLow) < 0 ? 1 : 0);
    sumLow = low;
    low = squaresLow + value * value;
    squaresHigh +=
        Math.multiplyHigh(value, value) + (Long.compareUnsigned(low, squaresLow) < 0 ? 1 : 0);
    squaresLow = low;
  }

  long count() {
    return count;
  }

  BigInteger sum() {
    return wide(sumHigh, sumLow);
  }

  BigInteger squares() {
    return wide(squaresHigh, squaresLow);
  }

  /** Sum / count / unit, rounded once. Needs a count ≥ 1. */
  double mean(long unit) {
    return mean(new BigDecimal(sum()), count, unit);
  }

  /** Square root of the sum of squared deviations / (count − 1), / unit, rounded once. */
  double deviation(long unit) {
    return deviation(new BigDecimal(sum()), new BigDecimal(squares()), count, unit);
  }

  static double mean(BigDecimal sum, long count, long unit) {
    return sum.divide(BigDecimal.valueOf(count).multiply(BigDecimal.valueOf(unit)), WIDE)
        .doubleValue();
  }

  /** √((n·Σx² − (Σx)²) / (n·(n − 1))) / unit. Needs a count ≥ 2. */
  static double deviation(BigDecimal sum, BigDecimal squares, long count, long unit) {
    BigDecimal n = BigDecimal.valueOf(count);
    BigDecimal spread = n.multiply(squares).subtract(sum.multiply(sum));
    BigDecimal variance = spread.divide(n.multiply(BigDecimal.valueOf(count - 1)), WIDE);
    return variance.sqrt(WIDE).divide(BigDecimal.valueOf(unit), WIDE).doubleValue();
  }

  /** √((n·Σx² − (Σx)²) / n²) / unit. Needs a count ≥ 1. */
  static double populationDeviation(BigDecimal sum, BigDecimal squares, long count, long unit) {
    BigDecimal n = BigDecimal.valueOf(count);
    BigDecimal spread = n.multiply(squares).subtract(sum.multiply(sum));
    return spread.sqrt(WIDE).divide(n.multiply(BigDecimal.valueOf(unit)), WIDE).doubleValue();
  }

  private static BigInteger wide(long high, long low) {
    BigInteger unsignedLow = BigInteger.valueOf(low);
    if (low < 0) {
      unsignedLow = unsignedLow.add(BigInteger.ONE.shiftLeft(64));
    }
    return BigInteger.valueOf(high).shiftLeft(64).add(unsignedLow);
  }
}
