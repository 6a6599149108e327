package io.tokenstorm.cluster.simulation;

import io.tokenstorm.cluster.simulation.check.Violations.Violation;
import io.tokenstorm.cluster.simulation.scenario.FaultKind;
import io.tokenstorm.cluster.simulation.scenario.Scenario;
import io.tokenstorm.coordinator.run.spec.EndReason;
import java.util.List;
import java.util.Set;

/**
 * What came of a run.
 *
 * @param violations what did not hold
 * @param faults what went wrong
 * @param tally how much happened
 * @param nanos how long it took in true time
 */
record Outcome(
    Scenario scenario, List<Violation> violations, Set<FaultKind> faults, Tally tally, long nanos) {

  /** How the last run ended. */
  String verdict() {
    EndReason reason = tally.reason();
    return reason == null ? "none" : reason.verdict() + " (" + reason.cause() + ')';
  }
}
