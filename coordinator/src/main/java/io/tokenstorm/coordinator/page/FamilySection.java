package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.chart.Axis;
import io.tokenstorm.coordinator.page.chart.Chart;
import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Throughput and latency against concurrency, for phases that differ in nothing else: same route,
 * same workload, at least two concurrencies. Each phase is a dot; where a concurrency was measured
 * more than once, the line goes through the mean of those phases.
 */
final class FamilySection {
  private static final int COLOURS = 6;

  private FamilySection() {}

  static void writeTo(Markup page, List<PhaseReport> phases) {
    Map<String, List<PhaseReport>> families = families(phases);
    if (families.isEmpty()) {
      return;
    }
    page.line().open("section", "id", "concurrency", "aria-labelledby", "concurrency-title");
    page.element("h2", "By concurrency", "id", "concurrency-title");
    page.element(
        "p",
        "Phases with the same route and workload. A dot is a phase, the line goes through the mean"
            + " of the phases of one concurrency.",
        "class",
        "basis");
    page.open("div", "class", "charts");
    chart(page, families, "Throughput", "output tok/s", p -> p.measured().outputTokensPerSecond());
    chart(page, families, "Median TTFT", "ms", p -> millis(p.measured().ttft().p50()));
    chart(page, families, "Median TPOT", "ms", p -> millis(p.measured().tpot().p50()));
    page.close().close();
  }

  private static @Nullable Double millis(@Nullable Double seconds) {
    return seconds == null ? null : seconds * 1e3;
  }

  private static Map<String, List<PhaseReport>> families(List<PhaseReport> phases) {
    Map<String, List<PhaseReport>> families = new LinkedHashMap<>();
    for (PhaseReport phase : phases) {
      String name = phase.measured().route() + " · " + phase.measured().workload();
      families.computeIfAbsent(name, n -> new ArrayList<>()).add(phase);
    }
    families
        .values()
        .removeIf(
            of -> of.stream().mapToInt(p -> p.measured().concurrency()).distinct().count() < 2);
    return families;
  }

  private static void chart(
      Markup page,
      Map<String, List<PhaseReport>> families,
      String title,
      String unit,
      Function<PhaseReport, @Nullable Double> figure) {
    double largest = 0;
    int most = 1;
    for (PhaseReport phase : families.values().stream().flatMap(List::stream).toList()) {
      Double value = figure.apply(phase);
      largest = value == null ? largest : Math.max(largest, value);
      most = Math.max(most, phase.measured().concurrency());
    }
    Chart chart =
        new Chart(
            title + " by concurrency",
            unit + ", over each measured window; requests of each phase in the table",
            Axis.fromZero("concurrency asked for", most),
            Axis.fromZero(unit, largest));
    DataTable table = new DataTable(title + " by concurrency").words("family").words("phase");
    table.column("concurrency").column("successes").column(unit);
    int colour = 0;
    for (Map.Entry<String, List<PhaseReport>> family : families.entrySet()) {
      String css = "c" + (colour++ % COLOURS + 1);
      chart.legend(css, family.getKey());
      draw(chart, css, family.getValue(), figure);
      for (PhaseReport p : family.getValue()) {
        table.row(
            family.getKey(),
            p.measured().phase(),
            Numbers.whole(p.measured().concurrency()),
            Numbers.whole(p.measured().success()),
            Numbers.digits(figure.apply(p)));
      }
    }
    chart.writeTo(page, table);
  }

  private static void draw(
      Chart chart,
      String css,
      List<PhaseReport> phases,
      Function<PhaseReport, @Nullable Double> figure) {
    Map<Integer, List<Double>> byConcurrency = new TreeMap<>();
    List<double[]> dots = new ArrayList<>();
    for (PhaseReport phase : phases) {
      Double value = figure.apply(phase);
      if (value != null) {
        int concurrency = phase.measured().concurrency();
        byConcurrency.computeIfAbsent(concurrency, c -> new ArrayList<>()).add(value);
        dots.add(new double[] {concurrency, value});
      }
    }
    List<double[]> line = new ArrayList<>();
    byConcurrency.forEach(
        (c, values) ->
            line.add(
                new double[] {
                  c, values.stream().mapToDouble(Double::doubleValue).sum() / values.size()
                }));
    chart.line(css, line).dots("big " + css, dots);
  }
}
