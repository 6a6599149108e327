package io.tokenstorm.coordinator.report.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.report.finding.Sketches.PhaseSketch;
import io.tokenstorm.coordinator.report.model.EngineReport;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandstillTest {
  private static final String LATE = "no whole answer came in time";

  private static PhaseSketch phase() {
    return Sketches.phase("p");
  }

  private static Finding event(PhaseSketch phase) {
    return TargetRules.eventsFailed(phase.build(), null).get(0);
  }

  private static EngineReport engine(long failures, String failure, Double to) {
    return new EngineReport(
        "vllm", 5, failures, failure, null, to, 0, null, null, null, null, 1L, 2L, null, null, null,
        0L);
  }

  private static Finding unread(PhaseSketch phase, EngineReport told) {
    PhaseReport report = phase.build().with(new PhaseReport.Engines(Map.of("r1", told)));
    return EngineRules.unread(report, null).get(0);
  }

  @Test
  void eventCalled_coordinatorStoodStillUntilItsTimeWasUp_isTheGenerators() {
    Finding finding = event(phase().event(30, 0, LATE).stalled(31, 25, false));

    assertThat(finding.fault()).isEqualTo(FaultSide.GENERATOR);
    assertThat(finding.text()).contains("stood still for 25 s").contains("nothing of the target");
  }

  @Test
  void eventCalled_coordinatorStoodStillBeforeOrAfter_isTheTargets() {
    assertThat(event(phase().event(30, 0, LATE)).fault()).isEqualTo(FaultSide.TARGET);
    assertThat(event(phase().event(30, 0, LATE).stalled(20, 9, true)).fault())
        .isEqualTo(FaultSide.TARGET);
    assertThat(event(phase().event(30, 0, LATE).stalled(51, 9, true)).fault())
        .isEqualTo(FaultSide.TARGET);
  }

  @Test
  void eventCalled_somebodyOrNobodyAnswered_noStandstillExcusesIt() {
    assertThat(event(phase().event(30, 500, "").stalled(29, 9, true)).fault())
        .isEqualTo(FaultSide.TARGET);
    assertThat(event(phase().event(30, 404, "").stalled(29, 9, true)).fault())
        .isEqualTo(FaultSide.PLAN);
    assertThat(event(phase().event(30, 0, "Connection refused").stalled(29, 9, true)).fault())
        .isEqualTo(FaultSide.TARGET);
  }

  @Test
  void metricsUnread_asOftenAsTheCoordinatorStoodStill_areTheGenerators() {
    Finding finding = unread(phase().stalled(10, 4, false), engine(1, LATE, 61.0));

    assertThat(finding.fault()).isEqualTo(FaultSide.GENERATOR);
    assertThat(finding.text()).contains("stood still for 4 s").doesNotContain("Look at the URLs");
    assertThat(unread(phase().stalled(59, 9, false), engine(0, "", null)).fault())
        .isEqualTo(FaultSide.GENERATOR);
  }

  @Test
  void metricsUnread_moreOftenOrForAnotherCause_areNot() {
    PhaseSketch stalled = phase().stalled(10, 4, true);

    assertThat(unread(stalled, engine(2, LATE, 61.0)).fault()).isEqualTo(FaultSide.TARGET);
    assertThat(unread(stalled, engine(1, "Connection refused", 61.0)).fault())
        .isEqualTo(FaultSide.TARGET);
    assertThat(unread(stalled, engine(1, "HTTP 404 at /metrics", 61.0)).fault())
        .isEqualTo(FaultSide.PLAN);
    assertThat(unread(phase(), engine(1, LATE, 61.0)).fault()).isEqualTo(FaultSide.TARGET);
  }

  /** A client's own figures of the window's last second may come too late to be among them. */
  @Test
  void slowAnswersAndErrors_machineOfTheWorkersStoodStill_areTheGenerators() {
    PhaseSketch slow = phase().ttft(0.036, 2.08).slow(3, 0.1, 0.4, 2.4);
    PhaseSketch failed = phase().error("reset", 2, "TARGET", Map.of(), "");

    Finding excused = TargetRules.slowStarts(slow.stalled(0.4, 2.03, true).build(), null).get(0);
    assertThat(excused.rule()).isEqualTo("stalls");
    assertThat(excused.fault()).isEqualTo(FaultSide.GENERATOR);
    assertThat(only(failed.stalled(0.4, 2.03, true)).fault()).isEqualTo(FaultSide.GENERATOR);
  }

  @Test
  void slowAnswersAndErrors_coordinatorOnAnotherMachineStoodStill_areTheTargets() {
    PhaseSketch slow = phase().ttft(0.036, 2.08).slow(3, 0.1, 0.4, 2.4);
    PhaseSketch failed = phase().error("reset", 2, "TARGET", Map.of(), "");

    assertThat(TargetRules.slowStarts(slow.stalled(0.4, 2.03, false).build(), null).get(0).fault())
        .isEqualTo(FaultSide.TARGET);
    assertThat(only(failed.stalled(0.4, 2.03, false)).fault()).isEqualTo(FaultSide.TARGET);
  }

  private static Finding only(PhaseSketch failed) {
    return ErrorRules.byKind(failed.build(), asked()).get(0);
  }

  private static io.tokenstorm.protocol.plan.Phase asked() {
    return PhaseRulesTest.asked(true, 0);
  }
}
