package io.tokenstorm.coordinator.sweep.result;

import io.tokenstorm.coordinator.matrix.EngineSpec;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.MatrixRow;
import io.tokenstorm.coordinator.report.ReportJson;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.SweepInfo;
import io.tokenstorm.coordinator.sweep.model.SweepInfo.Git;
import io.tokenstorm.coordinator.sweep.model.SweepReport;
import io.tokenstorm.coordinator.sweep.model.SweepReport.Column;
import io.tokenstorm.coordinator.sweep.model.SweepReport.Config;
import io.tokenstorm.coordinator.sweep.model.SweepReport.Metadata;
import io.tokenstorm.coordinator.sweep.show.SweepPage;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the report of a sweep's directory, whether the sweep ended or was cut off. */
public final class SweepReportBuilder {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String UNKNOWN = "unknown";

  private SweepReportBuilder() {}

  /**
   * Writes {@code report.json} and {@code report.html}, each at once, and returns the report.
   *
   * @throws io.tokenstorm.coordinator.results.ResultsException if the directory cannot be read or
   *     written
   */
  public static SweepReport build(SweepDirectory directory) {
    SweepReport report = report(directory.info(), directory.plan(), directory.scenarios());
    directory.write(directory.report(), ReportJson.writeAny(report));
    directory.write(directory.reportPage(), SweepPage.render(report));
    return report;
  }

  static SweepReport report(SweepInfo info, MatrixPlan plan, List<Scenario> scenarios) {
    List<MatrixRow> grid = MatrixRow.grid(plan);
    Set<String> done = scenarios.stream().map(Scenario::key).collect(Collectors.toSet());
    List<ColumnResults> columns =
        MatrixRow.columns(plan).stream().map(c -> new ColumnResults(c, scenarios)).toList();
    boolean complete =
        grid.stream().allMatch(row -> done.contains(row.key()))
            && columns.stream().allMatch(c -> c.next(plan.grid().search()).isEmpty());
    List<Column> reports = columns.stream().map(ColumnResults::report).toList();
    return new SweepReport(
        metadata(info, plan),
        config(plan),
        scenarios,
        plan.name(),
        plan.model(),
        info.startedAt().toString(),
        SweepVerdict.of(scenarios, complete),
        SweepVerdict.reason(scenarios, complete),
        complete,
        grid.size(),
        plan.grid().cold().statement(),
        reports);
  }

  private static Metadata metadata(SweepInfo info, MatrixPlan plan) {
    String engines = plan.engines().stream().map(EngineSpec::name).collect(Collectors.joining("+"));
    Git git = info.git();
    return new Metadata(
        plan.name(),
        info.run(),
        TIMESTAMP.format(info.startedAt()),
        plan.model(),
        engines,
        engines,
        plan.about("hardware"),
        plan.about("accelerator"),
        plan.about("chip"),
        plan.about("script").isEmpty() ? info.script() : plan.about("script"),
        plan.about("env"),
        git == null ? UNKNOWN : git.commit(),
        git == null ? UNKNOWN : git.dirty() ? "dirty" : "clean",
        plan.about("description"),
        plan.notes(),
        info.host(),
        info.versions(),
        info.command());
  }

  private static Config config(MatrixPlan plan) {
    Map<String, String> api = new LinkedHashMap<>();
    plan.engines().forEach(engine -> api.put(engine.name(), engine.request().api().label()));
    return new Config(
        tp(plan),
        devices(plan),
        plan.load().outputTokens(),
        plan.load().prompts(),
        plan.load().concurrency(),
        plan.load().requestRate(),
        plan.grid().contextPad(),
        plan.grid().lengths(),
        plan.grid().axes(),
        plan.grid().repeats(),
        api);
  }

  private static @Nullable Object tp(MatrixPlan plan) {
    List<Object> values =
        plan.grid().axes().getOrDefault("tp", List.of()).stream()
            .map(SweepReportBuilder::numberOrText)
            .toList();
    return values.isEmpty() ? null : values.size() == 1 ? values.get(0) : values;
  }

  private static Object numberOrText(String text) {
    return text.matches("[1-9][0-9]{0,17}") ? (Object) Long.valueOf(text) : text;
  }

  private static @Nullable String devices(MatrixPlan plan) {
    List<String> values =
        plan.engines().stream()
            .map(engine -> engine.environment().get("CUDA_VISIBLE_DEVICES"))
            .map(value -> value == null || value.variable() != null ? null : value.text())
            .distinct()
            .filter(Objects::nonNull)
            .toList();
    boolean everywhere =
        plan.engines().stream()
            .allMatch(engine -> engine.environment().containsKey("CUDA_VISIBLE_DEVICES"));
    return values.size() == 1 && everywhere ? values.get(0) : null;
  }
}
