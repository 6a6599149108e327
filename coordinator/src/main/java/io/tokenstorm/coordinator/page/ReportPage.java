package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Style;
import io.tokenstorm.coordinator.page.series.PhaseSeries;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import java.util.List;

/**
 * Writes {@code report.html}: one file without any reference to another, without a script, and
 * forbidding itself to load anything, so that it opens from a disk and out of a mail.
 */
public final class ReportPage {
  /** What the page may load: its own style sheet, nothing else. */
  public static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  private ReportPage() {}

  /**
   * The whole page.
   *
   * @param series one for each phase of the report, in its order
   */
  public static String render(Report report, List<PhaseSeries> series) {
    Markup page = new Markup();
    page.open("html", "lang", "en");
    head(page, report.plan() + " – Tokenstorm report " + report.run());
    page.open("body");
    VerdictSection.writeTo(page, report);
    page.open("main");
    SummarySection.writeTo(page, report);
    FamilySection.writeTo(page, report.phases());
    for (int i = 0; i < report.phases().size(); i++) {
      PhaseReport phase = report.phases().get(i);
      PhaseSection.writeTo(page, report, phase, series.get(i));
    }
    page.close();
    OriginSection.writeTo(page, report);
    page.close().close();
    return page.document();
  }

  /** The head of a page of ours. */
  public static void head(Markup page, String title) {
    page.open("head");
    page.empty("meta", "charset", "utf-8");
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.empty("meta", "name", "color-scheme", "content", "light dark");
    page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
    page.element("title", title);
    page.style(Style.shared());
    page.close().line();
  }

  /** The fragment that leads to a phase. */
  static String anchor(Report report, String phase) {
    for (int i = 0; i < report.phases().size(); i++) {
      if (report.phases().get(i).measured().phase().equals(phase)) {
        return "phase-" + (i + 1);
      }
    }
    return "summary";
  }
}
