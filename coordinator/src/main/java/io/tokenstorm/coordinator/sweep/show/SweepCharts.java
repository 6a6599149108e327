package io.tokenstorm.coordinator.sweep.show;

import io.tokenstorm.coordinator.page.chart.Axis;
import io.tokenstorm.coordinator.page.chart.Chart;
import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.sweep.model.RowMetrics;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.SweepReport;
import io.tokenstorm.coordinator.sweep.model.SweepReport.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** TTFT and input tokens/s against length, a line a column, the edge of each marked. */
final class SweepCharts {
  private static final int COLOURS = 6;

  private final SweepReport report;

  private SweepCharts(SweepReport report) {
    this.report = report;
  }

  static void writeTo(Markup page, SweepReport report) {
    if (report.scenarios().stream().noneMatch(Scenario::success)) {
      return;
    }
    SweepCharts charts = new SweepCharts(report);
    page.line().open("div", "class", "charts");
    charts.chart(page, "TTFT", "ms, mean", metrics -> metrics.ttftMs().mean());
    charts.chart(page, "Input tokens a second", "tokens/s", RowMetrics::inputTokenThroughput);
    page.close();
  }

  private void chart(
      Markup page, String title, String unit, Function<RowMetrics, @Nullable Double> figure) {
    double longest = report.scenarios().stream().mapToInt(Scenario::targetLen).max().orElse(1);
    double shortest = report.scenarios().stream().mapToInt(Scenario::targetLen).min().orElse(1);
    List<Double> values = new ArrayList<>();
    DataTable table = new DataTable(title).words("engine").column("length").column(unit);
    for (Scenario row : report.scenarios()) {
      Double value = value(row, figure);
      if (value != null) {
        values.add(value);
        table.row(row.column(), Numbers.whole(row.targetLen()), Numbers.digits(value));
      }
    }
    double least = values.stream().min(Double::compare).orElse(1.0);
    double most = values.stream().max(Double::compare).orElse(1.0);
    Chart chart =
        new Chart(
            title,
            unit
                + " against tokens of the prompt, both by the logarithm; upright: a length that"
                + " failed",
            Axis.log("tokens", shortest, longest),
            Axis.log(unit, least, most));
    for (int i = 0; i < report.columns().size(); i++) {
      draw(chart, i, figure);
    }
    edges(chart);
    chart.writeTo(page, table);
  }

  private void draw(Chart chart, int index, Function<RowMetrics, @Nullable Double> figure) {
    Column column = report.columns().get(index);
    String css = "c" + (index % COLOURS + 1);
    List<double[]> points =
        report.scenarios().stream()
            .filter(row -> row.column().equals(column.name()))
            .filter(row -> value(row, figure) != null)
            .sorted(Comparator.comparingInt(Scenario::targetLen))
            .map(row -> new double[] {row.targetLen(), or(value(row, figure))})
            .toList();
    chart.legend(css, column.name());
    chart.line(css, points).dots("big " + css, points);
  }

  /** An upright a column, in its colour; one for all whose edges fall together. */
  private void edges(Chart chart) {
    Map<Integer, String> colours = new TreeMap<>();
    for (int i = 0; i < report.columns().size(); i++) {
      Integer failed = report.columns().get(i).shortestFailure();
      if (failed != null) {
        colours.merge(failed, "c" + (i % COLOURS + 1), (one, other) -> "lost");
      }
    }
    colours.forEach((length, css) -> chart.mark("event " + css, length, "✗"));
  }

  private static @Nullable Double value(
      Scenario row, Function<RowMetrics, @Nullable Double> figure) {
    RowMetrics metrics = row.metrics();
    Double value = metrics == null || !row.success() ? null : figure.apply(metrics);
    return value == null || value <= 0 ? null : value;
  }

  private static double or(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }
}
