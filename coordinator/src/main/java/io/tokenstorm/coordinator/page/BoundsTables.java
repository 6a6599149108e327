package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.report.model.ClockReport;
import io.tokenstorm.coordinator.report.model.Conservation;
import io.tokenstorm.coordinator.report.model.Lengths;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Why the figures of a phase can be believed, or how far: the client's health and the bounds. */
final class BoundsTables {
  private BoundsTables() {}

  static void writeTo(Markup page, PhaseReport phase) {
    page.open("div", "class", "tables");
    health(page, phase);
    PhaseTables.block(page, "Stated bounds", "how exact the figures above can be", bounds(phase));
    PhaseTables.block(
        page,
        "Conservation",
        "requests: issued = merged + lost, merged = success + errors + cut",
        conservation(phase.proof().conservation()));
    page.close();
  }

  private static void health(Markup page, PhaseReport phase) {
    Map<String, Map<String, Double>> health = phase.proof().clientHealth();
    TreeSet<String> names = new TreeSet<>();
    health.values().forEach(h -> names.addAll(h.keySet()));
    DataTable table = new DataTable("The client's own health").words("figure");
    health.keySet().forEach(table::column);
    for (String name : names) {
      List<String> row = new ArrayList<>();
      row.add(HealthText.title(name));
      for (Map<String, Double> figures : health.values()) {
        row.add(HealthText.value(name, figures.get(name)));
      }
      table.row(row);
    }
    String share = Numbers.percent(phase.load().turnaroundShare());
    PhaseTables.block(
        page,
        "The client's own health",
        "by worker, over the measured window; the client itself took "
            + share
            + " of the slots' time",
        table);
  }

  private static DataTable bounds(PhaseReport phase) {
    DataTable table = new DataTable("Stated bounds").styled("prose").words("bound").words("value");
    ClockReport clock = phase.proof().clock();
    Double bound = clock.bound();
    table.row(
        "Clocks of workers and coordinator",
        bound == null ? "no worker's clock was measured" : "± " + millis(bound) + " at most");
    table.row("Windows opened apart", millis(clock.skew()) + " over all workers");
    table.row("Rates are over", basis(phase));
    PhaseReport.WindowReport window = phase.load().window();
    table.row(
        "Inside the window alone",
        Numbers.digits(window.outputTokensPerSecond())
            + " tok/s, "
            + Numbers.digits(window.requestRate())
            + " req/s over "
            + Numbers.digits(window.seconds())
            + " s");
    length(table, "Input length", phase.delivered().lengths().input());
    length(table, "Output length", phase.delivered().lengths().output());
    table.row("Output tokens counted by", sources(phase.delivered().tokenSources().output()));
    table.row("Input tokens counted by", sources(phase.delivered().tokenSources().input()));
    table.row("Tokens per chunk", Numbers.digits(phase.delivered().tokensPerChunk()));
    table.row("Connections opened", Numbers.whole(phase.split().connections().opened()));
    phase.load().events().forEach(e -> table.row("Event " + e.label(), event(e)));
    phase
        .proof()
        .restarts()
        .forEach(r -> table.row("Begun again after epoch " + r.epoch(), r.why()));
    return table;
  }

  private static String millis(double seconds) {
    return Numbers.digits(seconds * 1e3) + " ms";
  }

  private static String basis(PhaseReport phase) {
    return PhaseReport.WINDOW.equals(phase.load().throughputBasis())
        ? "the window: what arrived while it was open"
        : "the time from the window's opening to the end of the last measured request";
  }

  private static void length(DataTable table, String name, Lengths.Length length) {
    Double miss = length.miss();
    table.row(
        name,
        Numbers.whole(length.asked())
            + " tokens asked, median "
            + Cells.tokens(length.median())
            + (miss == null ? "" : " (" + Numbers.percent(miss) + ")")
            + (length.shorter() == 0 ? "" : ", " + Numbers.whole(length.shorter()) + " shorter"));
  }

  private static String sources(Map<String, Long> sources) {
    List<String> parts = new ArrayList<>();
    sources.forEach((source, n) -> parts.add(source + " (" + Numbers.whole(n) + ")"));
    return parts.isEmpty() ? Numbers.UNDEFINED : String.join(", ", parts);
  }

  private static String event(PhaseReport.FiredEvent event) {
    return "at "
        + Numbers.digits(event.firedOffsetSeconds())
        + " s (planned "
        + Numbers.digits(event.scheduledOffsetSeconds())
        + " s): "
        + (event.error().isEmpty() ? "HTTP " + event.httpStatus() : event.error());
  }

  private static DataTable conservation(Map<String, Conservation> stages) {
    DataTable table = new DataTable("Conservation").words("stage");
    for (String column : List.of("issued", "merged", "success", "errors", "cut", "lost", "holds")) {
      table.column(column);
    }
    stages.forEach(
        (stage, c) -> {
          Long issued = c.issued();
          Long most = c.lost().atMost();
          long least = c.lost().atLeast();
          table.row(
              stage,
              issued == null ? "unknown" : Numbers.whole(issued),
              Numbers.whole(c.merged()),
              Numbers.whole(c.success()),
              Numbers.whole(c.errors()),
              Numbers.whole(c.cut()),
              most == null
                  ? "≥ " + least
                  : most == least ? Numbers.whole(least) : least + " – " + most,
              c.holds() ? "yes" : "NO");
        });
    return table;
  }
}
