package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.DataTable;
import io.tokenstorm.coordinator.page.markup.Markup;
import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.report.model.EngineReport;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the replicas told of themselves over a phase. */
final class EngineTable {
  private EngineTable() {}

  static void writeTo(Markup page, Map<String, EngineReport> engines) {
    if (engines.isEmpty()) {
      return;
    }
    DataTable table = new DataTable("The replicas' own metrics");
    table.words("name").words("engine");
    table.column("running", "mean").column("running", "max");
    table.column("waiting", "mean").column("waiting", "max");
    table.column("KV used", "mean").column("KV used", "max");
    table.column("prompt tokens").column("generated tokens").column("prefix hits");
    table.column("preemptions").column("readings").column("failed");
    engines.forEach((name, engine) -> table.row(row(name, engine)));
    PhaseTables.block(page, "The replicas' own metrics", basis(engines), table);
  }

  private static List<String> row(String name, EngineReport e) {
    return List.of(
        name,
        e.engine(),
        mean(e.running(), 1),
        max(e.running(), 1),
        mean(e.waiting(), 1),
        max(e.waiting(), 1),
        share(e.kvUsage() == null ? null : e.kvUsage().mean()),
        share(e.kvUsage() == null ? null : e.kvUsage().max()),
        count(e.promptTokens()),
        count(e.generationTokens()),
        share(e.prefixHitRate()),
        count(e.preemptions()),
        Numbers.whole(e.readings()),
        Numbers.whole(e.failures()));
  }

  private static String basis(Map<String, EngineReport> engines) {
    double before = 0;
    double after = 0;
    for (EngineReport engine : engines.values()) {
      before = engine.fromOffsetSeconds() == null ? before : engine.fromOffsetSeconds();
      after = engine.toOffsetSeconds() == null ? after : engine.toOffsetSeconds();
    }
    return String.format(
        "asked while the phase ran; gauges over the window, counters from about %s s before its"
            + " opening to %s s after it",
        Numbers.digits(-before), Numbers.digits(after));
  }

  private static String mean(EngineReport.@Nullable Gauge gauge, double unit) {
    return Numbers.digits(gauge == null ? null : gauge.mean(), unit);
  }

  private static String max(EngineReport.@Nullable Gauge gauge, double unit) {
    return Numbers.digits(gauge == null ? null : gauge.max(), unit);
  }

  private static String share(@Nullable Double share) {
    return Numbers.percent(share);
  }

  private static String count(@Nullable Long count) {
    return count == null ? Numbers.digits(null) : Numbers.whole(count);
  }
}
