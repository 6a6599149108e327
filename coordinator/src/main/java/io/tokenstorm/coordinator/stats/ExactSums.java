package io.tokenstorm.coordinator.stats;

import java.math.BigInteger;

/**
 * Count, sum and sum of squares of whole numbers, without any rounding. Sums are kept in two 64-bit
 * halves; exact while the sum of squares stays below 2^127 (a million million requests of a day
 * each).
 */
final class ExactSums {
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

  private static BigInteger wide(long high, long low) {
    BigInteger unsignedLow = BigInteger.valueOf(low);
    if (low < 0) {
      unsignedLow = unsignedLow.add(BigInteger.ONE.shiftLeft(64));
    }
    return BigInteger.valueOf(high).shiftLeft(64).add(unsignedLow);
  }
}
