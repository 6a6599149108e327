package io.tokenstorm.coordinator.report.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.report.history.RunHistory;
import io.tokenstorm.coordinator.report.model.CalibrationReport;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.FaultSide;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunRulesTest {
  private static final Plan PLAN =
      new Plan(
          "p", "m", Map.of(), List.of(), 0, OnWorkerLoss.DEFAULT, Map.of(), Map.of(), List.of());

  private static RunHistory history(RunEvent... events) {
    return new RunHistory(
        Arrays.stream(events).map(e -> new StampedEvent(0, Instant.EPOCH, e)).toList());
  }

  private static final RunEvent.RunEnded ENDED =
      new RunEvent.RunEnded(Verdict.VALID, "All phases were measured.");

  @Test
  void thin_fewRequests_namesThePhasesOnce() {
    List<PhaseReport> phases =
        List.of(
            Sketches.phase("a").requests(35).build(),
            Sketches.phase("b").requests(12).build(),
            Sketches.phase("c").requests(100).build());
    List<Finding> found = RunRules.thin(phases);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).text())
        .contains("fewer than 100 requests in a (35), b (12); the p95 on fewer than 20 in b (12)");
    assertThat(RunRules.thin(phases.subList(2, 3))).isEmpty();
  }

  @Test
  void workersLost_anEvent_namesTheCulprit() {
    List<Finding> found =
        RunRules.workersLost(
            history(new RunEvent.WorkerLost("w2", -1, "MEASURE", "not heard for 5 s")), PLAN);
    assertThat(found.get(0).text())
        .isEqualTo("Worker w2 was lost in stage MEASURE: not heard for 5 s. Look at its log.");
    assertThat(RunRules.workersLost(history(), PLAN)).isEmpty();
  }

  @Test
  void coordinatorStalls_workersLostToo_saysThatTheyMayBeWell() {
    RunEvent stalled = new RunEvent.CoordinatorStalled(-1, 1_000_000_000, 6_100_000_000L);
    RunEvent again =
        new RunEvent.PhaseRestarted(
            -1, 3, "the coordinator stood still for 5.1 s in the measured window");
    Finding alone = RunRules.coordinatorStalls(history(stalled), PLAN).get(0);
    assertThat(alone.fault()).isEqualTo(FaultSide.GENERATOR);
    assertThat(alone.severity()).isEqualTo(Finding.Severity.WARNING);
    assertThat(alone.text()).contains("stood still for 5.1 s").doesNotContain("called lost");
    Finding grave =
        RunRules.coordinatorStalls(
                history(stalled, new RunEvent.WorkerLost("w2", -1, "MEASURE", "not heard")), PLAN)
            .get(0);
    assertThat(grave.severity()).isEqualTo(Finding.Severity.PROBLEM);
    assertThat(grave.text()).contains("A worker that it then called lost may be well.");
    assertThat(alone.text()).contains("run the phase again");
    assertThat(RunRules.coordinatorStalls(history(stalled, again), PLAN).get(0).text())
        .contains("measured anew")
        .doesNotContain("run the phase again");
    assertThat(RunRules.coordinatorStalls(history(), PLAN)).isEmpty();
  }

  private static Findings.Results calibratedTo(@Nullable Double cleanTokensPerSecond) {
    CalibrationReport calibration =
        new CalibrationReport(
            Instant.EPOCH,
            10_800,
            "box",
            2,
            "17",
            2,
            64,
            false,
            cleanTokensPerSecond,
            null,
            null,
            12,
            List.of());
    // each of them at 10 tokens/s
    List<PhaseReport> phases = List.of(Sketches.phase("a").build(), Sketches.phase("b").build());
    return new Findings.Results(phases, List.of(), calibration);
  }

  @Test
  void beyondCalibration_phasesFasterThanWasClean_areNamedWithTheirRate() {
    assertThat(HealthRules.beyondCalibration(calibratedTo(8.0)))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.rule()).isEqualTo("beyond_calibration");
              assertThat(found.text())
                  .startsWith("Calibrated 3 h before on box this host's client was clean up to")
                  .contains("8 tokens/s on 2 event loops; faster were: a (10), b (10).");
            });
    assertThat(HealthRules.beyondCalibration(calibratedTo(10.0))).isEmpty();
    assertThat(HealthRules.beyondCalibration(calibratedTo(null))).isEmpty();
    assertThat(
            HealthRules.beyondCalibration(
                new Findings.Results(List.of(Sketches.phase("a").build()), List.of(), null)))
        .isEmpty();
  }

  @Test
  void missing_phasesWithoutResult_areNamed() {
    assertThat(RunRules.missing(List.of("x", "y"), PLAN).get(0).text()).contains("x, y");
    assertThat(RunRules.missing(List.of(), PLAN)).isEmpty();
  }

  @Test
  void notEnded_noLastLine_isAProblem() {
    assertThat(RunRules.notEnded(history())).hasSize(1);
    assertThat(RunRules.notEnded(history(ENDED))).isEmpty();
  }

  @Test
  void damage_inTheLog_saysWhere() {
    assertThat(RunRules.damage(List.of(new RecordLogReader.Damage(4711, 20))).get(0).text())
        .contains("20 bytes at offset 4711");
    assertThat(RunRules.damage(List.of())).isEmpty();
  }

  @Test
  void told_byTheCoordinator_isPassedOn() {
    assertThat(RunRules.told(history(new RunEvent.Finding("Said so."))).get(0).text())
        .isEqualTo("Said so.");
    assertThat(RunRules.told(history())).isEmpty();
  }

  private static Finding finding(String rule) {
    return new Finding(rule, Finding.Severity.PROBLEM, "ph", null, "Text.");
  }

  @Test
  void judgement_ownFindings_onlyWorsen() {
    RunHistory valid = history(ENDED);
    assertThat(Judgement.of(valid, List.of()).verdict()).isEqualTo(Verdict.VALID);
    assertThat(Judgement.of(valid, List.of(finding("errors"))).verdict()).isEqualTo(Verdict.VALID);
    assertThat(Judgement.of(valid, List.of(finding(Findings.GENERATOR_LIMIT))))
        .isEqualTo(new Judgement(Verdict.DEGRADED, "ph: Text."));
    assertThat(
            Judgement.of(
                    valid, List.of(finding(Findings.NO_SUCCESS), finding(Findings.GENERATOR_LIMIT)))
                .verdict())
        .isEqualTo(Verdict.INVALID);
    RunHistory invalid = history(new RunEvent.RunEnded(Verdict.INVALID, "w2 lost"));
    assertThat(Judgement.of(invalid, List.of(finding(Findings.GENERATOR_LIMIT))))
        .isEqualTo(new Judgement(Verdict.INVALID, "w2 lost"));
  }

  @Test
  void judgement_cancelled_staysCancelled() {
    RunHistory cancelled = history(new RunEvent.RunEnded(Verdict.CANCELLED, "by the user"));
    assertThat(Judgement.of(cancelled, List.of(finding(Findings.MISSING))).verdict())
        .isEqualTo(Verdict.CANCELLED);
    RunHistory killed = history(new RunEvent.CancelRequested(false));
    assertThat(Judgement.of(killed, List.of(finding(Findings.NOT_ENDED))).verdict())
        .isEqualTo(Verdict.CANCELLED);
  }
}
