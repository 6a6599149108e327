package io.tokenstorm.cli.terminal;

import java.util.List;

/** A row of small bars, from zero to the largest value shown. */
final class Sparkline {
  private Sparkline() {}

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
