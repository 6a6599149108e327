package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.chart.Axis;
import io.tokenstorm.coordinator.page.chart.Chart;
import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.page.series.Curve;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The percentiles of all latencies of a phase, by the logarithm on both axes. Where less than one
 * value lies beyond a percentile the curve is dotted: it rests on too little.
 */
final class CurveChart {
  private static final Map<String, String> COLOURS =
      Map.of("TTFT", "c1", "TPOT", "c2", "ITL", "c3", "E2E", "c4");
  private static final double[] TABLE = {0, 10, 50, 75, 90, 95, 99, 99.9};

  private CurveChart() {}

  static void writeTo(Markup page, List<Curve> curves) {
    double min = Double.POSITIVE_INFINITY;
    double max = 0;
    double highest = 50;
    for (Curve curve : curves) {
      for (Curve.Point point : curve.points()) {
        // what took no time at all has no place on this axis
        min = point.millis() > 0.001 ? Math.min(min, point.millis()) : min;
        max = Math.max(max, point.millis());
        highest = Math.max(highest, point.percentile());
      }
    }
    if (max == 0) {
      return;
    }
    Chart chart =
        new Chart(
            "Percentiles",
            "ms, both axes by the logarithm; successful requests of the measured window"
                + counts(curves),
            Axis.percentiles("percentile", highest),
            Axis.log("ms", Math.min(min, max), max));
    for (Curve curve : curves) {
      if (curve.count() > 0) {
        draw(chart, curve);
      }
    }
    if (curves.stream().anyMatch(c -> c.count() > 0 && c.thin(highest(c)))) {
      chart.legend("thin", "rests on too few requests");
    }
    chart.writeTo(page, table(curves));
  }

  private static double highest(Curve curve) {
    return curve.points().get(curve.points().size() - 1).percentile();
  }

  private static String counts(List<Curve> curves) {
    StringBuilder text = new StringBuilder();
    for (Curve curve : curves) {
      text.append(text.isEmpty() ? ": " : ", ").append(curve.name()).append(" n = ");
      text.append(Numbers.whole(curve.count()));
      if (curve.every() > 1) {
        text.append(" (drawn from one in ").append(curve.every()).append(')');
      }
    }
    return text.toString();
  }

  private static void draw(Chart chart, Curve curve) {
    String css = COLOURS.getOrDefault(curve.name(), "c5");
    List<double[]> firm = new ArrayList<>();
    List<double[]> thin = new ArrayList<>();
    for (Curve.Point point : curve.points()) {
      double[] xy = {point.percentile(), point.millis()};
      if (curve.thin(point.percentile())) {
        if (thin.isEmpty() && !firm.isEmpty()) {
          thin.add(firm.get(firm.size() - 1));
        }
        thin.add(xy);
      } else {
        firm.add(xy);
      }
    }
    chart.legend(css, curve.name());
    chart.line(css, firm);
    if (!thin.isEmpty()) {
      chart.line(css + " thin", thin);
    }
  }

  private static DataTable table(List<Curve> curves) {
    DataTable table = new DataTable("Percentiles").words("percentile");
    curves.forEach(c -> table.column(c.name() + " ms"));
    for (double percentile : TABLE) {
      List<String> row = new ArrayList<>();
      row.add("p" + Numbers.tick(percentile));
      for (Curve curve : curves) {
        row.add(
            curve.points().stream()
                .filter(p -> p.percentile() == percentile)
                .findFirst()
                .map(p -> Numbers.digits(p.millis()) + (curve.thin(percentile) ? Cells.THIN : ""))
                .orElse(Numbers.UNDEFINED));
      }
      table.row(row);
    }
    return table;
  }
}
