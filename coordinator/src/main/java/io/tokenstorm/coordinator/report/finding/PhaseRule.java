package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.plan.Phase;
import java.util.List;

/** Looks at one phase. */
@FunctionalInterface
interface PhaseRule {
  /** What there is to say; nothing if all is well. */
  List<Finding> check(PhaseReport report, Phase asked);
}
