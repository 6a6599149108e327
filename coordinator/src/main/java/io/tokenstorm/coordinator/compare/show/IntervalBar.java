package io.tokenstorm.coordinator.compare.show;

import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.PhaseComparison;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import java.util.Locale;

/** The interval of a change as a small drawing: no change in the middle, the change a dot. */
final class IntervalBar {
  private static final double HALF = 90;
  private static final double[] REACHES = {0.05, 0.1, 0.2, 0.3, 0.5, 1};

  private IntervalBar() {}

  /** The change at the ends of the drawings of a phase; intervals beyond it are cut there. */
  static double reach(PhaseComparison phase) {
    double furthest = 0;
    for (Difference d : phase.brief()) {
      Double low = d.low();
      Double high = d.high();
      if (low != null && high != null && !d.figure().absolute()) {
        furthest = Math.max(furthest, Math.max(Math.abs(low), Math.abs(high)));
      }
    }
    for (double reach : REACHES) {
      if (furthest <= reach) {
        return reach;
      }
    }
    return REACHES[REACHES.length - 1];
  }

  /** What the two ends and the middle of the drawings stand for. */
  static void scale(Markup page, double reach) {
    page.open("span", "class", "scale");
    page.element("span", Texts.signedPercent(-reach)).element("span", "0");
    page.element("span", Texts.signedPercent(reach)).close();
  }

  static void writeTo(Markup page, Difference d, double reach) {
    Double low = d.low();
    Double high = d.high();
    Double change = d.change();
    if (low == null || high == null || change == null || d.figure().absolute()) {
      return;
    }
    page.open(
        "svg",
        "class",
        "bar " + d.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        "viewBox",
        "0 0 190 16",
        "width",
        "190",
        "height",
        "16",
        "role",
        "img",
        "aria-label",
        Texts.interval(d));
    page.empty("path", "class", "axis", "d", "M95 1V15");
    page.empty("path", "class", "arm", "d", "M" + at(low, reach) + " 8H" + at(high, reach));
    if (low < -reach) {
      page.empty("path", "class", "arm", "d", "M6 4L2 8L6 12");
    }
    if (high > reach) {
      page.empty("path", "class", "arm", "d", "M184 4L188 8L184 12");
    }
    page.empty("path", "class", "point", "d", "M" + at(change, reach) + " 8h0");
    page.close();
  }

  private static String at(double change, double reach) {
    double part = Math.max(-1, Math.min(1, change / reach));
    return Numbers.fixed(95 + part * HALF, 1);
  }
}
