package io.tokenstorm.cli.terminal;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them: three digits, a unit that fits, at most seven columns. */
final class Figures {
  private final Glyphs glyphs;

  Figures(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  /** Something per second. */
  String rate(@Nullable Double value) {
    if (value == null || value.isNaN()) {
      return glyphs.none();
    }
    if (value >= 999_950) {
      return format("%.2fM", value / 1e6);
    }
    return value >= 999.5 ? format("%,.0f", value) : digits(value);
  }

  /** A latency to three digits, in the unit that suits it: {@code 950 us}, {@code 13.9 ms}. */
  String latency(@Nullable Double seconds) {
    if (seconds == null || seconds.isNaN()) {
      return glyphs.none();
    }
    if (seconds < 0.0009995) {
      return format("%.0f us", seconds * 1e6);
    }
    return seconds < 0.9995 ? digits(seconds * 1e3) + " ms" : digits(seconds) + " s";
  }

  /** A count, in full below a million: {@code 12,345}, {@code 1.25M}. */
  String count(long count) {
    return count < 1_000_000 ? format("%,d", count) : format("%.2fM", count / 1e6);
  }

  /** A time of the run: {@code 0:42}, {@code 1:02:03}. */
  static String clock(double seconds) {
    long whole = Math.round(Math.floor(seconds));
    return whole < 3_600
        ? format("%d:%02d", whole / 60, whole % 60)
        : format("%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60);
  }

  private static String digits(double value) {
    if (value >= 99.95) {
      return format("%.0f", value);
    }
    return format(value >= 9.995 ? "%.1f" : "%.2f", value);
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
