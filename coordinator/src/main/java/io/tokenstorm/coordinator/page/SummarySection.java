package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.stats.Figure;
import java.util.ArrayList;
import java.util.List;

/** All phases in one table, and all shared keys of the report in another behind it. */
final class SummarySection {
  private SummarySection() {}

  static void writeTo(Markup page, Report report) {
    page.line().open("section", "id", "summary", "aria-labelledby", "summary-title");
    page.element("h2", "All phases", "id", "summary-title");
    page.element(
        "p",
        "Latencies over the successful requests of each measured window; tok/s and req/s are"
            + " output tokens and successes over elapsed seconds. "
            + Cells.THIN
            + " marks a percentile that rests on too few requests (p99 below 100, p95 below 20).",
        "class",
        "basis");
    nav(page, report);
    brief(page, report.phases());
    page.open("details").element("summary", "All columns, in the report's own units (seconds)");
    whole(page, report.phases());
    page.close();
    if (!report.phasesWithoutResult().isEmpty()) {
      page.element(
          "p", "Phases without a result: " + String.join(", ", report.phasesWithoutResult()) + ".");
    }
    page.close();
  }

  private static void nav(Markup page, Report report) {
    page.open("nav", "aria-label", "Phases").open("ol");
    for (PhaseReport phase : report.phases()) {
      String name = phase.measured().phase();
      page.open("li").element("a", name, "href", "#" + ReportPage.anchor(report, name)).close();
    }
    page.close().close();
  }

  private static void brief(Markup page, List<PhaseReport> phases) {
    DataTable table = new DataTable("All phases").styled("summary");
    table.words("phase").words("route").words("workload").column("conc");
    table.column("requests").column("success").column("errors").column("elapsed s");
    table.column("tok/s").column("req/s");
    for (String group : List.of("TTFT ms", "TPOT ms", "E2E s")) {
      table.column(group, "p50").column(group, "p95").column(group, "p99");
    }
    table.column("tokens p50", "in").column("tokens p50", "out");
    for (PhaseReport phase : phases) {
      PhaseReport.Measured m = phase.measured();
      List<String> row = new ArrayList<>(counts(m));
      row.addAll(Cells.percentiles(m.ttft(), 1e3));
      row.addAll(Cells.percentiles(m.tpot(), 1e3));
      row.addAll(Cells.percentiles(m.e2e(), 1));
      row.add(Cells.tokens(m.inputTokens().p50()));
      row.add(Cells.tokens(m.outputTokens().p50()));
      table.row(row);
    }
    table.writeTo(page);
  }

  private static List<String> counts(PhaseReport.Measured m) {
    return List.of(
        m.phase(),
        m.route(),
        m.workload(),
        Numbers.whole(m.concurrency()),
        Numbers.whole(m.requests()),
        Numbers.whole(m.success()),
        Numbers.whole(m.errors()),
        Numbers.digits(m.elapsed()),
        Numbers.digits(m.outputTokensPerSecond()),
        Numbers.digits(m.requestRate()));
  }

  private static void whole(Markup page, List<PhaseReport> phases) {
    DataTable table = new DataTable("All phases, all columns").styled("summary");
    table.words("phase").words("route").words("workload").column("concurrency");
    table.column("requests").column("success").column("errors").column("elapsed");
    table.column("output_tokens_per_second").column("request_rate");
    for (String group : List.of("ttft", "tpot", "e2e", "input_tokens", "output_tokens")) {
      for (String statistic : List.of("p50", "p95", "p99", "min", "max")) {
        table.column(group, statistic);
      }
    }
    table.column("start_offset_seconds").column("end_offset_seconds");
    for (PhaseReport phase : phases) {
      PhaseReport.Measured m = phase.measured();
      List<String> row = new ArrayList<>(counts(m));
      for (Figure f : List.of(m.ttft(), m.tpot(), m.e2e(), m.inputTokens(), m.outputTokens())) {
        row.addAll(Cells.percentiles(f, 1));
        row.add(Numbers.digits(f.min(), 1));
        row.add(Numbers.digits(f.max(), 1));
      }
      row.add(Numbers.digits(m.startOffsetSeconds()));
      row.add(Numbers.digits(m.endOffsetSeconds()));
      table.row(row);
    }
    table.writeTo(page);
  }
}
