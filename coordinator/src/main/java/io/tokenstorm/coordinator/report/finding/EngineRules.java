package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.model.EngineReport;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What there is to say of the replicas' own metrics. */
final class EngineRules {
  private EngineRules() {}

  /** Replicas that were asked for their own metrics and did not always answer. */
  static List<Finding> unread(PhaseReport report, Phase asked) {
    Map<String, EngineReport> failing = new TreeMap<>(report.engines().replicaMetrics());
    failing.values().removeIf(e -> e.failures() == 0 && e.toOffsetSeconds() != null);
    if (failing.isEmpty()) {
      return List.of();
    }
    boolean lacking = failing.values().stream().anyMatch(e -> e.toOffsetSeconds() == null);
    boolean ours = failing.values().stream().allMatch(e -> isOurs(report, e));
    return List.of(
        new Finding(
            "replica_metrics_unread",
            lacking ? Severity.WARNING : Severity.INFO,
            report.measured().phase(),
            ours
                ? FaultSide.GENERATOR
                : failing.values().stream().anyMatch(EngineRules::misnamed)
                    ? FaultSide.PLAN
                    : FaultSide.TARGET,
            "The replicas' own metrics have gaps: "
                + failing.entrySet().stream()
                    .map(e -> e.getKey() + " " + gap(e.getValue()))
                    .collect(Collectors.joining("; "))
                + ". The measurement does not rest on them. "
                + (ours
                    ? Standstill.ofCoordinator(Standstill.longestOfCoordinator(report))
                    : "Look at the URLs under `replica_metrics` in the plan, and whether the"
                        + " engine tells metrics there.")));
  }

  /** Whether the coordinator, which asks, stood still as often as it had no answer. */
  private static boolean isOurs(PhaseReport report, EngineReport engine) {
    int broken = Standstill.callsBroken(report, engine.failure());
    return broken > 0 && engine.failures() <= broken;
  }

  private static String gap(EngineReport engine) {
    String times = "failed to answer " + Words.count(engine.failures(), "time");
    String why = engine.failure().isEmpty() ? "" : " (" + engine.failure() + ")";
    String lacks = "its counters lack a reading before the window or after it";
    return engine.toOffsetSeconds() != null
        ? times + why
        : engine.failures() == 0 ? lacks : times + why + ", and " + lacks;
  }

  /** It answered, but not as an engine would. */
  private static boolean misnamed(EngineReport engine) {
    return engine.failure().startsWith("HTTP 4") || engine.failure().startsWith("not metrics");
  }

  /** Engines that began anew while they were measured. */
  static List<Finding> restarted(PhaseReport report, Phase asked) {
    String names =
        new TreeMap<>(report.engines().replicaMetrics())
            .entrySet().stream()
                .filter(e -> e.getValue().resets() > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? List.of()
        : List.of(
            new Finding(
                "replica_restarted",
                Severity.WARNING,
                report.measured().phase(),
                FaultSide.TARGET,
                "The counters of "
                    + names
                    + " began anew during the phase: the engine was restarted. What it counted"
                    + " between the last reading before and the restart is missing in its figures."));
  }
}
