package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Report;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** What was measured, how far it can be relied on, and what to know before using a figure. */
final class VerdictSection {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private VerdictSection() {}

  static void writeTo(Markup page, Report report) {
    page.line().open("header");
    page.element("p", "Tokenstorm report", "class", "eyebrow");
    page.element("h1", report.plan());
    subject(page, report);
    verdict(page, report);
    page.close();
    findings(page, report);
  }

  private static void subject(Markup page, Report report) {
    page.open("dl", "class", "facts");
    fact(page, "Model", report.model());
    fact(page, "Engine", report.engine());
    fact(page, "Hardware", report.hardware());
    fact(page, "Precision", report.precision());
    fact(page, "Started", MINUTE.format(report.startedAt()));
    fact(page, "Load from", report.workers().size() + " workers on " + report.host().name());
    if (report.timeScale() != 1) {
      fact(page, "Time scale", "× " + Numbers.tick(report.timeScale()));
    }
    fact(page, "Run", report.run());
    page.close();
  }

  private static void fact(Markup page, String name, String value) {
    if (!value.isEmpty()) {
      page.open("div").element("dt", name).element("dd", value).close();
    }
  }

  private static void verdict(Markup page, Report report) {
    String name = report.verdict().name();
    page.open("div", "class", "verdict " + name.toLowerCase(Locale.ROOT), "id", "verdict");
    page.element("strong", name).element("p", report.verdictReason());
    page.close();
  }

  private static void findings(Markup page, Report report) {
    page.line().open("section", "id", "findings", "aria-labelledby", "findings-title");
    page.element("h2", "Findings", "id", "findings-title");
    if (report.findings().isEmpty()) {
      page.element("p", "None: nothing was seen that changes how the figures are to be read.");
    }
    for (Finding.Severity severity :
        List.of(Finding.Severity.PROBLEM, Finding.Severity.WARNING, Finding.Severity.INFO)) {
      group(page, report, severity);
    }
    page.close();
  }

  private static void group(Markup page, Report report, Finding.Severity severity) {
    List<Finding> findings =
        report.findings().stream().filter(f -> f.severity() == severity).toList();
    if (findings.isEmpty()) {
      return;
    }
    boolean folded = severity == Finding.Severity.INFO && findings.size() > 6;
    if (folded) {
      page.open("details", "class", "more").element("summary", findings.size() + " to know");
    }
    page.open("ul", "class", "findings");
    findings.forEach(f -> finding(page, report, f, true));
    page.close();
    if (folded) {
      page.close();
    }
  }

  /** One finding. */
  static void finding(Markup page, Report report, Finding finding, boolean withPhase) {
    page.line().open("li", "class", finding.severity().label());
    page.element("span", finding.severity().label(), "class", "tag");
    String phase = finding.phase();
    page.open("p");
    if (phase != null && withPhase) {
      page.element("a", phase, "href", "#" + ReportPage.anchor(report, phase)).text(": ");
    }
    page.text(finding.text());
    if (finding.fault() != null) {
      page.text(" ").element("span", finding.fault().name(), "class", "fault");
    }
    page.close().close();
  }
}
