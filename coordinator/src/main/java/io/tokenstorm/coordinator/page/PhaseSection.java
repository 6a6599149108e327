package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.page.series.PhaseSeries;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.stats.Figure;
import java.util.List;

/** One phase: its figures, findings, charts and tables. */
final class PhaseSection {
  private PhaseSection() {}

  static void writeTo(Markup page, Report report, PhaseReport phase, PhaseSeries series) {
    PhaseReport.Measured m = phase.measured();
    String id = ReportPage.anchor(report, m.phase());
    page.line().open("section", "id", id, "class", "phase", "aria-labelledby", id + "-title");
    page.element("h2", m.phase(), "id", id + "-title");
    page.element("p", what(phase), "class", "basis");
    key(page, phase);
    findings(page, report, m.phase());
    PhaseCharts.writeTo(page, phase, series);
    PhaseTables.writeTo(page, phase);
    BoundsTables.writeTo(page, phase);
    page.close();
  }

  private static String what(PhaseReport phase) {
    PhaseReport.Measured m = phase.measured();
    PhaseReport.Load load = phase.load();
    return "Route "
        + m.route()
        + ", workload "
        + m.workload()
        + ", "
        + Cells.counted(m.concurrency(), "slot")
        + ". Window of "
        + Numbers.digits(load.window().seconds())
        + " s, opened "
        + Numbers.digits(m.startOffsetSeconds())
        + " s into the run, closed: "
        + load.windowClosedBy()
        + ". "
        + Cells.counted(m.requests(), "request")
        + ": "
        + Numbers.whole(m.success())
        + " successful, "
        + Cells.counted(m.errors(), "error")
        + ", "
        + Numbers.whole(load.cut())
        + " cut, "
        + Numbers.whole(load.lost())
        + " lost.";
  }

  private static void key(Markup page, PhaseReport phase) {
    PhaseReport.Measured m = phase.measured();
    PhaseReport.WindowReport window = phase.load().window();
    String over =
        PhaseReport.WINDOW.equals(phase.load().throughputBasis())
            ? "over the window of "
            : "opening to last end, ";
    page.open("dl", "class", "key");
    tile(
        page,
        "Throughput",
        Numbers.digits(m.outputTokensPerSecond()) + " tok/s",
        over + Numbers.digits(m.elapsed()) + " s");
    tile(
        page,
        "Requests",
        Numbers.digits(m.requestRate()) + " req/s",
        "n = " + Numbers.whole(m.success()));
    latency(page, "TTFT", m.ttft(), 1e3, "ms");
    latency(page, "TPOT", m.tpot(), 1e3, "ms");
    latency(page, "E2E", m.e2e(), 1, "s");
    tile(
        page,
        "In flight",
        Numbers.digits(window.meanConcurrency()),
        "mean over the window, " + window.askedConcurrency() + " asked");
    page.close();
  }

  private static void latency(Markup page, String name, Figure figure, double unit, String word) {
    tile(
        page,
        name + " p50",
        Numbers.digits(figure.p50(), unit) + " " + word,
        "p99 "
            + Cells.marked(figure, "p99", figure.p99(), unit)
            + " "
            + word
            + ", n = "
            + Numbers.whole(figure.count()));
  }

  private static void tile(Markup page, String name, String value, String basis) {
    page.open("div").element("dt", name).element("dd", value);
    page.element("dd", basis, "class", "basis").close();
  }

  private static void findings(Markup page, Report report, String phase) {
    List<Finding> findings =
        report.findings().stream().filter(f -> phase.equals(f.phase())).toList();
    if (findings.isEmpty()) {
      return;
    }
    page.open("ul", "class", "findings");
    findings.forEach(f -> VerdictSection.finding(page, report, f, false));
    page.close();
  }
}
