package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.PhaseReport.GroupReport;
import io.tokenstorm.coordinator.stats.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a phase measured, as tables: replicas, workers, errors, and every figure whole. */
final class PhaseTables {
  private PhaseTables() {}

  static void writeTo(Markup page, PhaseReport phase) {
    page.open("div", "class", "tables");
    block(
        page,
        "By replica",
        "measured requests by who answered; tokens and latencies of successes",
        groups("By replica", phase.split().byReplica()));
    if (phase.split().byWorker().size() > 1) {
      block(
          page,
          "By worker",
          "the same requests by who sent them",
          groups("By worker", phase.split().byWorker()));
    }
    EngineTable.writeTo(page, phase.engines().replicaMetrics());
    errors(page, phase.split().errorsByKind());
    page.close();
    page.open("details", "class", "more").element("summary", "Every figure");
    figures(phase).writeTo(page);
    page.close();
  }

  /** A table with a head of its own. */
  static void block(Markup page, String title, String basis, DataTable table) {
    page.line().open("div").element("h3", title).element("p", basis, "class", "basis");
    table.writeTo(page);
    page.close();
  }

  private static DataTable groups(String caption, Map<String, GroupReport> groups) {
    long all = groups.values().stream().mapToLong(GroupReport::requests).sum();
    DataTable table = new DataTable(caption);
    table.words("name").column("requests").column("share").column("errors").column("tokens");
    table.column("TTFT ms", "p50").column("TTFT ms", "p99");
    table.column("TPOT ms", "p50").column("TPOT ms", "p99");
    table.column("E2E s", "p50").column("E2E s", "p99");
    groups.forEach(
        (name, g) -> {
          List<String> row = new ArrayList<>();
          row.add(name);
          row.add(Numbers.whole(g.requests()));
          row.add(Numbers.percent(all == 0 ? null : (double) g.requests() / all));
          row.add(Numbers.whole(g.errors()));
          row.add(Numbers.whole(g.outputTokens()));
          addEnds(row, g.ttft(), 1e3);
          addEnds(row, g.tpot(), 1e3);
          addEnds(row, g.e2e(), 1);
          table.row(row);
        });
    return table;
  }

  private static void addEnds(List<String> row, Figure figure, double unit) {
    row.add(Numbers.digits(figure.p50(), unit));
    row.add(Cells.marked(figure, "p99", figure.p99(), unit));
  }

  private static void errors(Markup page, Map<String, PhaseReport.ErrorReport> errors) {
    if (errors.isEmpty()) {
      return;
    }
    DataTable table = new DataTable("Errors by kind").styled("prose");
    table.words("kind").column("requests").words("fault").words("statuses");
    table.column("first, s").column("last, s").words("seen");
    errors.forEach(
        (kind, error) ->
            table.row(
                kind,
                Numbers.whole(error.count()),
                error.fault(),
                error.byStatus().entrySet().stream()
                    .map(s -> s.getKey() + " × " + s.getValue())
                    .collect(Collectors.joining(", ")),
                Numbers.digits(error.firstOffsetSeconds()),
                Numbers.digits(error.lastOffsetSeconds()),
                error.example()));
    block(page, "Errors by kind", "measured requests; seconds after the window opened", table);
  }

  private static DataTable figures(PhaseReport phase) {
    DataTable table = new DataTable("Every figure of the phase").words("figure").words("unit");
    for (String column : List.of("p50", "p90", "p95", "p99", "min", "max", "mean", "stddev")) {
      table.column(column);
    }
    table.column("count").column("undefined");
    PhaseReport.Measured m = phase.measured();
    PhaseReport.Latency l = phase.latency();
    figure(table, "TTFT", "ms", m.ttft());
    figure(table, "TTFO", "ms", l.ttfo());
    figure(table, "TPOT", "ms", m.tpot());
    figure(table, "ITL", "ms", l.itl());
    figure(table, "E2E", "s", m.e2e());
    figure(table, "response latency", "s", l.responseLatency());
    figure(table, "tail", "ms", l.tail());
    figure(table, "turnaround", "ms", l.turnaround());
    figure(table, "connect", "ms", phase.split().connections().connect());
    figure(table, "input", "tokens", m.inputTokens());
    figure(table, "output", "tokens", m.outputTokens());
    return table;
  }

  private static void figure(DataTable table, String name, String unit, Figure f) {
    double factor = unit.equals("ms") ? 1e3 : 1;
    table.row(
        name,
        unit,
        Numbers.digits(f.p50(), factor),
        Numbers.digits(f.p90(), factor),
        Cells.marked(f, "p95", f.p95(), factor),
        Cells.marked(f, "p99", f.p99(), factor),
        Numbers.digits(f.min(), factor),
        Numbers.digits(f.max(), factor),
        Numbers.digits(f.mean(), factor),
        Numbers.digits(f.stddev(), factor),
        Numbers.whole(f.count()),
        Numbers.whole(f.undefined()));
  }
}
