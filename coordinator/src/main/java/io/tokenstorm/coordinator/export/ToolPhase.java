package io.tokenstorm.coordinator.export;

import io.tokenstorm.coordinator.report.StoredRun;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.phase.PhaseRecords;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A settled phase of a stored run, as the writers of the tools' forms need it. */
record ToolPhase(StoredRun run, PhaseReport report) {

  /** All settled phases, in the order they ran. */
  static List<ToolPhase> all(StoredRun run) {
    return run.report().phases().stream().map(phase -> new ToolPhase(run, phase)).toList();
  }

  String name() {
    return report.measured().phase();
  }

  RunInfo info() {
    return run.info();
  }

  Plan plan() {
    return run.plan();
  }

  /** The phase of the plan. */
  Phase planned() {
    return plan().phases().stream().filter(p -> p.name().equals(name())).findFirst().orElseThrow();
  }

  /** Its measured requests. */
  PhaseRecords records() {
    return run.measured(name());
  }

  /** Where scratch files may lie. */
  Path scratch() {
    return run.directory();
  }

  /** The wall clock at an instant of the coordinator's ticker, for people only. */
  Instant wallClock(long nanos) {
    return info().startedAt().plus(Duration.ofNanos(nanos - info().originNanos()));
  }
}
