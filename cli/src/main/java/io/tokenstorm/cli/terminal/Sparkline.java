package io.tokenstorm.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** A row of small bars, from zero to the largest value shown; a value is that of one second. */
final class Sparkline {
  /** Values of a minute. */
  static final int MINUTE = 60;

  private Sparkline() {}

  /**
   * The values of the last minute: one column each, or means of several where that is too wide.
   *
   * @param values oldest first; NaN leaves a gap
   */
  static String lastMinute(List<Double> values, int width, Glyphs glyphs) {
    List<Double> minute = values.subList(Math.max(0, values.size() - MINUTE), values.size());
    if (width >= minute.size() || width <= 0) {
      return of(minute, width, glyphs);
    }
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      int from = i * minute.size() / width;
      int to = (i + 1) * minute.size() / width;
      means.add(
          minute.subList(from, to).stream()
              .filter(value -> !value.isNaN())
              .mapToDouble(value -> value)
              .average()
              .orElse(Double.NaN));
    }
    return of(means, width, glyphs);
  }

  /**
   * The newest values, one column each, newest at the right.
   *
   * @param values oldest first; NaN leaves a gap
   */
  static String of(List<Double> values, int width, Glyphs glyphs) {
    if (width <= 0) {
      return "";
    }
    List<Double> shown = values.subList(Math.max(0, values.size() - width), values.size());
    double max = shown.stream().filter(v -> !v.isNaN()).mapToDouble(v -> v).max().orElse(0);
    StringBuilder bars = new StringBuilder();
    for (double value : shown) {
      bars.append(Double.isNaN(value) ? ' ' : glyphs.levels().charAt(level(value, max, glyphs)));
    }
    return bars.toString();
  }

  private static int level(double value, double max, Glyphs glyphs) {
    int levels = glyphs.levels().length();
    return max <= 0 ? 0 : (int) Math.min(levels - 1, Math.floor(value / max * levels));
  }
}
