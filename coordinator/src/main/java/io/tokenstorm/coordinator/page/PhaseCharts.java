package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.chart.Axis;
import io.tokenstorm.coordinator.page.chart.Chart;
import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.page.series.Bin;
import io.tokenstorm.coordinator.page.series.LatencyKind;
import io.tokenstorm.coordinator.page.series.OverTime;
import io.tokenstorm.coordinator.page.series.PhaseSeries;
import io.tokenstorm.coordinator.page.series.Span;
import io.tokenstorm.coordinator.page.series.TimeMark;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import java.util.List;

/**
 * The charts of one phase. E2E over time is drawn only of answers that were not streamed: else TTFT
 * and TPOT over time say more.
 */
final class PhaseCharts {
  private static final String TIME = "seconds after the window opened";

  private final Markup page;
  private final PhaseReport phase;
  private final PhaseSeries series;

  private PhaseCharts(Markup page, PhaseReport phase, PhaseSeries series) {
    this.page = page;
    this.phase = phase;
    this.series = series;
  }

  static void writeTo(Markup page, PhaseReport phase, PhaseSeries series) {
    PhaseCharts charts = new PhaseCharts(page, phase, series);
    page.open("div", "class", "charts");
    CurveChart.writeTo(page, series.curves());
    series.overTime().stream()
        .filter(over -> over.kind() != LatencyKind.E2E || phase.measured().ttft().count() == 0)
        .forEach(charts::overTime);
    charts.load();
    charts.byLength();
    page.close();
  }

  private void overTime(OverTime over) {
    if (over.cloud().count() == 0) {
      return;
    }
    LatencyKind kind = over.kind();
    String basis =
        kind.unit()
            + ", by the moment sent; "
            + Cells.counted(over.cloud().count(), "successful request")
            + " of the window of "
            + Numbers.digits(series.span().closes())
            + " s";
    Chart chart = new Chart(kind + " over time", basis, over.cloud().x(), over.cloud().y());
    window(chart);
    if (!over.warmup().isEmpty()) {
      chart.legend("warm", "warmup" + (over.warmupEvery() > 1 ? ", some" : ""));
      chart.dots("warm", over.warmup());
    }
    over.cloud().drawOn(chart);
    chart.legend("c4", "median of each stretch of time").line("c4", medians(over.bins()));
    happened(chart);
    chart.writeTo(page, bins(kind + " over time", "sent, s", kind.unit(), over.bins()));
  }

  /** The measured window as a band; what lies beside it is warmup and drain. */
  private void window(Chart chart) {
    Span span = series.span();
    chart.band("window", 0, span.closes());
    chart.mark("edge", 0, "window");
    if (span.closes() < span.to()) {
      chart.mark("edge", span.closes(), span.to() - span.closes() > 0.1 * span.to() ? "drain" : "");
    }
  }

  private void happened(Chart chart) {
    for (TimeMark mark : series.marks()) {
      chart.mark("event " + mark.kind(), mark.seconds(), mark.text());
    }
    if (!series.failures().isEmpty()) {
      chart.legend("fail", "a request failed").feet("fail", series.failures());
    }
  }

  private void load() {
    List<double[]> rates = series.load().tokensPerSecond();
    List<double[]> flights = series.load().inFlight();
    double most = Math.max(largest(flights), phase.measured().concurrency());
    String basis =
        "means of "
            + Numbers.digits(series.load().widthSeconds())
            + " s, warmup and drain too; tokens as they arrived";
    Span span = series.span();
    Axis time = Axis.linear(TIME, span.from(), span.to());
    Chart chart =
        new Chart("Throughput over time", basis, time, Axis.fromZero("tok/s", largest(rates)));
    window(chart);
    chart.stairs("c2", rates, span.to());
    chart.legend("c2", "output tok/s");
    happened(chart);
    chart.writeTo(page, loadTable(rates, flights));
    Chart slots =
        new Chart(
            "Requests in flight",
            "requests, " + basis.replace("; tokens as they arrived", ""),
            time,
            Axis.fromZero("requests", most * 1.05));
    window(slots);
    slots.legend("c3", "in flight").stairs("c3", flights, span.to());
    slots.legend("asked", "asked").line("asked", asked());
    happened(slots);
    slots.writeTo(page, loadTable(rates, flights));
  }

  private List<double[]> asked() {
    double concurrency = phase.measured().concurrency();
    return List.of(
        new double[] {0, concurrency}, new double[] {series.span().closes(), concurrency});
  }

  private static DataTable loadTable(List<double[]> rates, List<double[]> flights) {
    DataTable table = new DataTable("Load over time");
    table.words("from, s").column("output tok/s").column("in flight");
    for (int i = 0; i + 1 < rates.size(); i += 2) {
      table.row(
          Numbers.digits(rates.get(i)[0]),
          Numbers.digits((rates.get(i)[1] + rates.get(i + 1)[1]) / 2),
          Numbers.digits((flights.get(i)[1] + flights.get(i + 1)[1]) / 2));
    }
    return table;
  }

  private void byLength() {
    if (series.byLength().cloud().count() == 0) {
      return;
    }
    Chart chart =
        new Chart(
            "TTFT by input length",
            "ms over input tokens; "
                + Cells.counted(series.byLength().cloud().count(), "successful request")
                + " of the window",
            series.byLength().cloud().x(),
            series.byLength().cloud().y());
    series.byLength().cloud().drawOn(chart);
    chart.legend("c4", "median of each stretch of length");
    chart.line("c4", medians(series.byLength().bins()));
    chart.writeTo(
        page, bins("TTFT by input length", "input tokens", "ms", series.byLength().bins()));
  }

  private static List<double[]> medians(List<Bin> bins) {
    return bins.stream()
        .filter(b -> b.p50() != null)
        .map(b -> new double[] {b.middle(), b.p50() == null ? Double.NaN : b.p50()})
        .toList();
  }

  private static DataTable bins(String caption, String axis, String unit, List<Bin> bins) {
    DataTable table = new DataTable(caption);
    table.words(axis).column("requests").column("p50 " + unit).column("max " + unit);
    for (Bin bin : bins) {
      if (bin.count() > 0) {
        table.row(
            Numbers.digits(bin.from()) + " – " + Numbers.digits(bin.to()),
            Numbers.whole(bin.count()),
            Numbers.digits(bin.p50()),
            Numbers.digits(bin.max()));
      }
    }
    return table;
  }

  private static double largest(List<double[]> points) {
    double largest = 0;
    for (double[] point : points) {
      largest = Math.max(largest, point[1]);
    }
    return largest;
  }
}
