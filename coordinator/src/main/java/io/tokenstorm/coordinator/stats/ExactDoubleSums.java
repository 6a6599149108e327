package io.tokenstorm.coordinator.stats;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sum and sum of squares of finite doubles that are not negative, without any rounding: a double is
 * a whole number times a power of two, so the whole numbers are summed for each power apart.
 */
final class ExactDoubleSums {
  private static final int EXPONENTS = 2047;
  private static final int FRACTION_BITS = 52;

  /** The exponent field of 2^0 times a whole number. */
  private static final int WHOLE = 1075;

  private final @Nullable Power[] powers = new Power[EXPONENTS];

  void add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> FRACTION_BITS);
    long fraction = bits & ((1L << FRACTION_BITS) - 1);
    if (exponent == 0) {
      of(1).add(fraction);
    } else {
      of(exponent).add(fraction | (1L << FRACTION_BITS));
    }
  }

  private Power of(int exponent) {
    Power power = powers[exponent];
    if (power == null) {
      power = new Power();
      powers[exponent] = power;
    }
    return power;
  }

  BigDecimal sum() {
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < EXPONENTS; i++) {
      Power power = powers[i];
      sum = power == null ? sum : sum.add(scaled(power.folded().sum, i - WHOLE));
    }
    return sum;
  }

  BigDecimal squares() {
    BigDecimal squares = BigDecimal.ZERO;
    for (int i = 0; i < EXPONENTS; i++) {
      Power power = powers[i];
      squares =
          power == null ? squares : squares.add(scaled(power.folded().squares, 2 * (i - WHOLE)));
    }
    return squares;
  }

  /** A whole number times a power of two; 2^-n is 5^n / 10^n. */
  private static BigDecimal scaled(BigInteger whole, int power) {
    return power >= 0
        ? new BigDecimal(whole.shiftLeft(power))
        : new BigDecimal(whole.multiply(BigInteger.valueOf(5).pow(-power)), -power);
  }

  /** The whole numbers of one power: below 2^53, so a million squares stay below 2^127. */
  private static final class Power {
    private static final int MOST = 1 << 20;

    private ExactSums open = new ExactSums();
    private BigInteger sum = BigInteger.ZERO;
    private BigInteger squares = BigInteger.ZERO;

    void add(long whole) {
      open.add(whole);
      if (open.count() == MOST) {
        folded();
      }
    }

    Power folded() {
      sum = sum.add(open.sum());
      squares = squares.add(open.squares());
      open = new ExactSums();
      return this;
    }
  }
}
