package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.report.model.Report;

/** How the run was made and how to make it again. */
final class OriginSection {
  private OriginSection() {}

  static void writeTo(Markup page, Report report) {
    page.line().open("footer").element("h2", "How this was made");
    page.element("p", report.method());
    if (!report.notes().isEmpty()) {
      page.open("ul");
      report.notes().forEach(note -> page.element("li", note));
      page.close();
    }
    DataTable table =
        new DataTable("How this was made").styled("prose").words("what").words("value");
    table.row("Run", report.run());
    table.row("Started", report.startedAt().toString());
    table.row("Command", String.join(" ", report.command()));
    table.row("Plan", report.plan() + ", hash " + report.planHash());
    table.row("Seed and salt", report.seed() + ", " + report.salt());
    table.row("Time scale", Numbers.tick(report.timeScale()));
    table.row(
        "Versions",
        "Tokenstorm "
            + report.versions().tokenstorm()
            + ", Java "
            + report.versions().java()
            + ", Akka "
            + report.versions().akka());
    table.row(
        "Coordinator's host",
        report.host().name()
            + ", "
            + report.host().os()
            + ", "
            + Cells.counted(report.host().cores(), "core")
            + ", "
            + Numbers.digits(report.host().memoryBytes() / 1073741824.0)
            + " GiB");
    report
        .workers()
        .forEach(
            w ->
                table.row(
                    "Worker " + w.worker(),
                    w.host()
                        + ", "
                        + Cells.counted(w.cores(), "core")
                        + ", weight "
                        + w.weight()
                        + ", Tokenstorm "
                        + w.tokenstormVersion()));
    table.writeTo(page);
    page.element(
        "p",
        "Made from the run's directory and nothing else; `tokenstorm report DIR` makes the same"
            + " bytes again. Every request with all its instants is in records.jsonl.gz.",
        "class",
        "basis");
    page.close();
  }
}
