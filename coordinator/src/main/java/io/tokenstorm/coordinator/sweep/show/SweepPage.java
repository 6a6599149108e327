package io.tokenstorm.coordinator.sweep.show;

import io.tokenstorm.coordinator.page.ReportPage;
import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.Scenario.Failure;
import io.tokenstorm.coordinator.sweep.model.SweepReport;
import io.tokenstorm.coordinator.sweep.model.SweepReport.Column;
import io.tokenstorm.coordinator.sweep.model.SweepReport.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A sweep's {@code report.html}: one file without any reference to another and without a script.
 */
public final class SweepPage {
  private SweepPage() {}

  /** The whole page. */
  public static String render(SweepReport report) {
    Markup page = new Markup();
    page.open("html", "lang", "en");
    ReportPage.head(
        page, report.metadata().experiment() + " – Tokenstorm sweep " + report.metadata().runId());
    page.open("body");
    header(page, report);
    page.open("main");
    columns(page, report);
    SweepCharts.writeTo(page, report);
    rows(page, report);
    failures(page, report);
    page.close();
    origin(page, report);
    page.close().close();
    return page.document();
  }

  private static void header(Markup page, SweepReport report) {
    Metadata metadata = report.metadata();
    page.line().open("header");
    page.element("p", "Tokenstorm sweep", "class", "eyebrow");
    page.element("h1", metadata.experiment());
    page.element("p", metadata.description());
    page.open("dl", "class", "facts");
    fact(page, "Model", metadata.model());
    fact(page, "Engines", metadata.engine());
    fact(page, "Hardware", metadata.hardware());
    fact(page, "Started", metadata.timestamp());
    fact(page, "Run", metadata.runId());
    fact(page, "Started from", metadata.host().name());
    fact(page, "Commit", metadata.gitCommit() + " " + metadata.gitDirty());
    page.close();
    String word = report.complete() ? report.verdict().name() : "NOT COMPLETE";
    page.open("div", "class", "verdict " + report.verdict().name().toLowerCase(Locale.ROOT));
    page.element("strong", word);
    page.element("p", report.verdictReason() + ".");
    page.close().close();
  }

  private static void fact(Markup page, String name, String value) {
    if (!value.isEmpty()) {
      page.open("div").element("dt", name).element("dd", value).close();
    }
  }

  private static void columns(Markup page, SweepReport report) {
    page.line().open("section").element("h2", "What the rows say");
    for (Column column : report.columns()) {
      page.line().element("h3", column.name());
      page.element("p", RowText.edge(column) + ".");
      page.element("p", RowText.growth(column) + ".", "class", "basis");
    }
    page.element("p", "Cold caches: " + report.coldCache() + ".", "class", "basis");
    page.close();
  }

  private static void rows(Markup page, SweepReport report) {
    page.line().open("section").element("h2", "Rows");
    DataTable table =
        new DataTable("Rows")
            .words("engine")
            .column("length")
            .column("started for")
            .column("TTFT ms")
            .column("E2E ms")
            .column("input tok/s")
            .column("start s")
            .column("spread")
            .words("result");
    for (Scenario row : report.scenarios()) {
      table.row(
          row.column() + (row.searched() ? " (search)" : ""),
          Numbers.whole(row.targetLen()),
          Numbers.whole(row.maxModelLen()),
          RowText.ttft(row),
          RowText.e2e(row),
          RowText.inputRate(row),
          RowText.start(row),
          RowText.spread(row),
          RowText.shortResult(row));
    }
    table.writeTo(page);
    notes(page, report);
    page.close();
  }

  private static void notes(Markup page, SweepReport report) {
    page.open("details").element("summary", "Commands and notes");
    DataTable table =
        new DataTable("Commands and notes").styled("prose").words("row").words("command and notes");
    for (Scenario row : report.scenarios()) {
      List<String> notes =
          new ArrayList<>(
              List.of(row.serverArgs(), RowText.promptLength(row), RowText.coldCache(row)));
      notes.addAll(row.notes());
      notes.removeIf(String::isEmpty);
      table.row(row.key(), String.join(" — ", notes));
    }
    table.writeTo(page);
    page.close();
  }

  private static void failures(Markup page, SweepReport report) {
    for (Scenario row : report.scenarios()) {
      Failure failure = row.failure();
      if (failure != null) {
        page.line().open("section").element("h3", row.key() + " tokens");
        page.element("p", RowText.result(row));
        if (!failure.logTail().isEmpty()) {
          page.open("details").element("summary", "Last lines of its log");
          page.element("pre", String.join("\n", failure.logTail()), "class", "scroll");
          page.close();
        }
        page.close();
      }
    }
  }

  private static void origin(Markup page, SweepReport report) {
    page.line().open("footer").element("h2", "Origin");
    page.element("p", "Plan " + report.metadata().script());
    page.element("p", "Command: " + String.join(" ", report.metadata().command()));
    page.element("p", "Tokenstorm " + report.metadata().versions().tokenstorm());
    page.close();
  }
}
