package io.tokenstorm.coordinator.page.chart;

import io.tokenstorm.coordinator.page.markup.Markup;

/** Draws axes: a fine grid across, marks with their numbers, and what each axis shows. */
final class Frame {
  private Frame() {}

  static void writeTo(Markup page, Plot plot) {
    StringBuilder grid = new StringBuilder();
    for (Axis.Tick tick : plot.y().ticks()) {
      String y = Plot.number(plot.down(tick.value()));
      grid.append('M').append((int) Plot.LEFT).append(' ').append(y);
      grid.append('H').append((int) Plot.RIGHT);
      label(page, tick.text(), Plot.LEFT - 6, plot.down(tick.value()) + 3.5, "end");
    }
    page.empty("path", "class", "grid", "d", grid.toString());
    StringBuilder feet = new StringBuilder("M" + (int) Plot.LEFT + " " + (int) Plot.BOTTOM);
    feet.append('H').append((int) Plot.RIGHT);
    for (Axis.Tick tick : plot.x().ticks()) {
      double x = plot.left(tick.value());
      feet.append('M').append(Plot.number(x)).append(' ').append((int) Plot.BOTTOM).append("v4");
      label(page, tick.text(), x, Plot.BOTTOM + 16, "middle");
    }
    page.empty("path", "class", "axis", "d", feet.toString());
    label(page, plot.x().label(), (Plot.LEFT + Plot.RIGHT) / 2, Plot.HEIGHT - 6, "middle");
    page.element("text", plot.y().label(), "class", "word", "x", "2", "y", "10");
  }

  private static void label(Markup page, String text, double x, double y, String anchor) {
    page.element("text", text, "x", Plot.number(x), "y", Plot.number(y), "text-anchor", anchor);
  }
}
