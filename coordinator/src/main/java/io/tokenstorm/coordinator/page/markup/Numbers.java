package io.tokenstorm.coordinator.page.markup;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Numbers as people read them: about four digits, thousands apart, {@code –} for what is undefined.
 * Rounded from the exact binary value, half to even, so that no JDK's own digits matter.
 */
public final class Numbers {
  /** Stands for what is undefined. */
  public static final String UNDEFINED = "–";

  private static final MathContext SMALL = new MathContext(2, RoundingMode.HALF_EVEN);

  private Numbers() {}

  /** A whole number, thousands apart. */
  public static String whole(long n) {
    return grouped(Long.toString(n));
  }

  /** About four digits. */
  public static String digits(@Nullable Double value) {
    if (value == null || value.isNaN() || value.isInfinite()) {
      return UNDEFINED;
    }
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    if (size < 0.01) {
      return new BigDecimal(value).round(SMALL).stripTrailingZeros().toPlainString();
    }
    return fixed(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3);
  }

  /** A value in another unit, such as seconds × 1e3 as milliseconds. */
  public static String digits(@Nullable Number value, double unit) {
    return value == null ? UNDEFINED : digits(value.doubleValue() * unit);
  }

  /** With so many digits after the point. */
  public static String fixed(double value, int decimals) {
    return grouped(
        new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString());
  }

  /** As short as it goes, for axes: 0.5, 20, 1.5k. */
  public static String tick(double value) {
    double size = Math.abs(value);
    if (size >= 1e6) {
      return plain(value / 1e6) + "M";
    }
    if (size >= 1e4) {
      return plain(value / 1e3) + "k";
    }
    return plain(value);
  }

  /** A part of one, as a percentage. */
  public static String percent(@Nullable Double share) {
    return share == null ? UNDEFINED : digits(share * 100) + " %";
  }

  private static String plain(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4, RoundingMode.HALF_EVEN));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static String grouped(String plain) {
    int point = plain.indexOf('.');
    int end = point < 0 ? plain.length() : point;
    int first = plain.startsWith("-") ? 1 : 0;
    StringBuilder text = new StringBuilder(plain);
    for (int at = end - 3; at > first; at -= 3) {
      text.insert(at, ',');
    }
    return text.toString();
  }
}
