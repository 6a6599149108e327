package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.history.RunHistory;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;
import java.util.stream.Collectors;

/** What there is to say about a run as a whole. */
final class RunRules {
  private RunRules() {}

  /** Percentiles that rest on too few requests, over all phases. */
  static List<Finding> thin(List<PhaseReport> phases) {
    String p99 = thin(phases, "p99");
    if (p99.isEmpty()) {
      return List.of();
    }
    String p95 = thin(phases, "p95");
    return List.of(
        new Finding(
            "thin_percentiles",
            Severity.INFO,
            null,
            FaultSide.PLAN,
            "The p99 rests on fewer than 100 requests in "
                + p99
                + (p95.isEmpty() ? "" : "; the p95 on fewer than 20 in " + p95)
                + ": read the p50 there, or measure longer."));
  }

  private static String thin(List<PhaseReport> phases, String percentile) {
    return phases.stream()
        .map(PhaseReport::measured)
        .filter(m -> m.success() > 0 && m.e2e().thin().contains(percentile))
        .map(m -> m.phase() + " (" + Words.number(m.e2e().count()) + ")")
        .collect(Collectors.joining(", "));
  }

  /** Workers that were lost. */
  static List<Finding> workersLost(RunHistory history, Plan plan) {
    return history.all(RunEvent.WorkerLost.class).stream()
        .map(
            lost ->
                new Finding(
                    "worker_lost",
                    lost.stage().isEmpty() ? Severity.INFO : Severity.PROBLEM,
                    nameOf(plan, lost.phase()),
                    FaultSide.GENERATOR,
                    "Worker "
                        + lost.worker()
                        + " was lost"
                        + (lost.stage().isEmpty() ? "" : " in stage " + lost.stage())
                        + ": "
                        + lost.reason()
                        + ". Look at its log."))
        .toList();
  }

  /** Times in which the coordinator itself stood still. */
  static List<Finding> coordinatorStalls(RunHistory history, Plan plan) {
    boolean lost = !history.all(RunEvent.WorkerLost.class).isEmpty();
    return history.all(RunEvent.CoordinatorStalled.class).stream()
        .map(
            stall ->
                new Finding(
                    "coordinator_stalled",
                    lost ? Severity.PROBLEM : Severity.WARNING,
                    nameOf(plan, stall.phase()),
                    FaultSide.GENERATOR,
                    "The coordinator itself stood still for "
                        + Words.seconds((stall.toNanos() - stall.fromNanos()) / 1e9)
                        + ": it heard and ordered nothing, and workers send nothing from two to"
                        + " three seconds after its last order on."
                        + (lost ? " A worker that it then called lost may be well." : "")
                        + " Give its process CPU of its own, and do not stop it"
                        + (measuredAnew(history, stall.phase())
                            ? "; the phase was measured anew."
                            : ", and run the phase again.")))
        .toList();
  }

  private static boolean measuredAnew(RunHistory history, int phase) {
    return history.all(RunEvent.PhaseRestarted.class).stream()
        .anyMatch(r -> r.phase() == phase && r.why().startsWith(Findings.STOOD_STILL));
  }

  private static @org.jspecify.annotations.Nullable String nameOf(Plan plan, int phase) {
    return phase < 0 || phase >= plan.phases().size() ? null : plan.phases().get(phase).name();
  }

  /** Phases of the plan that did not come to a result. */
  static List<Finding> missing(List<String> missing, Plan plan) {
    if (missing.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Finding(
            Findings.MISSING,
            Severity.PROBLEM,
            null,
            null,
            "No result for "
                + Words.number(missing.size())
                + " of "
                + Words.count(plan.phases().size(), "phase")
                + ": "
                + String.join(", ", missing)
                + ". What was recorded of them is in records.jsonl.gz."));
  }

  /** The run was never ended. */
  static List<Finding> notEnded(RunHistory history) {
    if (history.ended() != null) {
      return List.of();
    }
    return List.of(
        new Finding(
            Findings.NOT_ENDED,
            Severity.PROBLEM,
            null,
            FaultSide.GENERATOR,
            "The run has no end: its coordinator is still running, was killed or crashed. The"
                + " phases below are complete."));
  }

  /** Bytes of the record log that are no records. */
  static List<Finding> damage(List<RecordLogReader.Damage> damages) {
    if (damages.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Finding(
            Findings.DAMAGE,
            Severity.PROBLEM,
            null,
            FaultSide.GENERATOR,
            damages.stream()
                .map(d -> Words.number(d.length()) + " bytes at offset " + d.offset())
                .collect(
                    Collectors.joining(
                        ", ",
                        "records.log is damaged (",
                        "): records are missing. Restore it from a copy."))));
  }

  /** What the coordinator itself wanted said. */
  static List<Finding> told(RunHistory history) {
    return history.all(RunEvent.Finding.class).stream()
        .map(told -> new Finding("coordinator", Severity.WARNING, null, null, told.text()))
        .toList();
  }
}
