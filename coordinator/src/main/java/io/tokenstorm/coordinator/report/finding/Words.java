package io.tokenstorm.coordinator.report.finding;

import java.util.Locale;

/** Numbers as a person reads them. */
final class Words {
  private Words() {}

  /** {@code 0.0123} → {@code 12.3 ms}; three digits, from microseconds to seconds. */
  static String seconds(double seconds) {
    double size = Math.abs(seconds);
    if (size < 0.001) {
      return digits(seconds * 1e6) + " µs";
    }
    return size < 1 ? digits(seconds * 1e3) + " ms" : digits(seconds) + " s";
  }

  /** {@code 1, "request"} → {@code 1 request}; {@code 4448} → {@code 4,448 requests}. */
  static String count(long n, String noun) {
    return number(n) + ' ' + noun + (n == 1 ? "" : "s");
  }

  static String number(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** {@code 0.0612} → {@code 6.1 %}. */
  static String percent(double part) {
    return String.format(Locale.ROOT, "%.1f %%", part * 100);
  }

  /** Three digits, without trailing zeros; large numbers whole. */
  static String digits(double value) {
    double size = Math.abs(value);
    String format = size >= 99.95 ? "%,.0f" : size >= 9.995 ? "%.1f" : "%.2f";
    String text = String.format(Locale.ROOT, format, value);
    return text.contains(".") ? text.replaceFirst("0+$", "").replaceFirst("\\.$", "") : text;
  }
}
