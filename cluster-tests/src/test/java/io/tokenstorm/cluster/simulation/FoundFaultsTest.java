package io.tokenstorm.cluster.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.simulation.part.Parts;
import io.tokenstorm.cluster.simulation.scenario.Fault;
import io.tokenstorm.cluster.simulation.scenario.FaultKind;
import io.tokenstorm.cluster.simulation.scenario.Milestone;
import io.tokenstorm.cluster.simulation.scenario.Scenario;
import io.tokenstorm.cluster.simulation.scenario.ScenarioDraw;
import io.tokenstorm.cluster.simulation.setting.Setting;
import io.tokenstorm.protocol.plan.OnWorkerLoss.Policy;
import io.tokenstorm.protocol.plan.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * What the simulation once found in the state machines, each as the faults that showed it, over
 * many clusters.
 */
final class FoundFaultsTest {
  private static final int CLUSTERS = 60;

  @Test
  void machineKilledInWarmup_phaseArmedAnew_lossOfTheFirstArmingIsStated() {
    assertHolds(
        FoundFaultsTest::hasWarmup, fault(FaultKind.KILL_MACHINE, Milestone.WARMUP, 800, 5_000));
  }

  @Test
  void clocksDriftApart_windowByTime_bothEdgesLieWithinTheReportedBound() {
    assertHolds(s -> !phase(s).measure().atLeast().isZero());
  }

  @Test
  void workerBackAfterSettlement_recordsMergedLate_whatWasStatedIsCorrected() {
    assertHolds(
        s -> s.plan().onWorkerLoss().policy() == Policy.DEGRADE && s.plan().phases().size() > 1,
        fault(FaultKind.KILL_WORKER, Milestone.CLOSED, 30, 9_700));
    assertHolds(
        s -> s.plan().onWorkerLoss().policy() == Policy.DEGRADE && s.plan().phases().size() > 1,
        fault(FaultKind.CUT_TO_COORDINATOR, Milestone.MEASURE, 300, 15_000));
  }

  @Test
  void spoolReadForAnEarlierArming_writerServesInALaterOne_laterCountStaysOpen() {
    assertHolds(
        s -> hasWarmup(s) && s.workers().get(0).beside(),
        fault(FaultKind.CUT_TO_WORKER, Milestone.WARMUP, 840, 9_500),
        fault(FaultKind.CUT_BOTH_WAYS, Milestone.WARMUP, 840, 4_600),
        fault(FaultKind.CUT_BOTH_WAYS, Milestone.MEASURE, 415, 15_800));
  }

  @Test
  void processWithoutSpoolsCountsAnew_sameIncarnationNumber_spoolsAreNotMixedUp() {
    assertHolds(
        s -> s.plan().onWorkerLoss().policy() == Policy.DEGRADE && s.plan().phases().size() > 1,
        fault(FaultKind.KILL_MACHINE, Milestone.MEASURE, 70, 600),
        new Fault(
            FaultKind.RESTART_SYSTEM,
            1,
            Milestone.MEASURE,
            Duration.ofMillis(900),
            Duration.ZERO,
            0,
            0.5));
  }

  @Test
  void stoppedWorkerGoesOn_recordsNotWrittenYet_nothingIsStatedWithoutThem() {
    assertHolds(
        s -> s.plan().onWorkerLoss().policy() == Policy.DEGRADE && s.plan().phases().size() > 1,
        fault(FaultKind.STOP_WORKER, Milestone.MEASURE, 700, 12_000));
  }

  @Test
  void restedWorkerCutOffAgain_recordsStillWithIt_lossIsNotStatedAsNone() {
    assertHolds(
        FoundFaultsTest::hasWarmup,
        fault(FaultKind.CUT_BOTH_WAYS, Milestone.WARMUP, 900, 5_900),
        fault(FaultKind.ISOLATE_COORDINATOR, Milestone.MEASURE, 300, 13_400),
        fault(FaultKind.CANCEL, Milestone.MEASURE, 600, 0));
    assertHolds(
        FoundFaultsTest::hasWarmup,
        fault(FaultKind.CUT_BOTH_WAYS, Milestone.WARMUP, 900, 5_900),
        fault(FaultKind.CUT_BOTH_WAYS, Milestone.WARMUP, 6_850, 13_400),
        fault(FaultKind.CANCEL, Milestone.MEASURE, 600, 0));
  }

  @Test
  void spoolFullInWarmup_phaseArmedAnew_lossIsNotStatedAsExact() {
    assertHolds(
        FoundFaultsTest::hasWarmup,
        fault(FaultKind.CUT_TO_COORDINATOR, Milestone.START, 1_134, 8_800),
        fault(FaultKind.FILL_SPOOL, Milestone.ARMED, 1_000, 0));
    assertHolds(FoundFaultsTest::hasWarmup, fault(FaultKind.FILL_SPOOL, Milestone.WARMUP, 800, 0));
  }

  @Test
  void armedAgainAndAgain_noWindowOpened_nobodyIsAskedWhatItIssued() {
    assertHolds(
        s -> s.workers().size() > 2,
        fault(FaultKind.ISOLATE_COORDINATOR, Milestone.START, 1_000, 9_000),
        fault(FaultKind.RESTART_SYSTEM, Milestone.START, 10_200, 0),
        fault(FaultKind.CANCEL, Milestone.WARMUP, 300, 0));
  }

  @Test
  void coordinatorKilled_itsRequestsStillRun_theNextOneWaitsUntilTheyCannot() {
    seedsHold(1_001_703, 1_031_675, 1_068_707, 1_074_238, 1_099_173);
  }

  @Test
  void incarnationNumberUsedAgain_heldByAThirdProcess_recordsGoToTheirOwnSpool() {
    seedsHold(1_012_292, 1_090_154);
  }

  @Test
  void workerHearsNothingButIsHeard_lossIsSeenByItsSilence_verdictInTime() {
    seedsHold(1_004_003, 1_022_414, 1_040_665, 1_049_319, 1_070_370, 1_087_285);
  }

  @Test
  void machineDiesAfterItsArmingWasGivenUp_lossIsSeenAtOnce_verdictInTime() {
    seedsHold(2_074_175);
  }

  /** Workers of both lives under one epoch, with different shares of the slots. */
  @Test
  void coordinatorKilledWhileArming_theNextOneTakesNoEpochAgain() {
    seedsHold(9_048_324);
  }

  @Test
  void lostWorkerIsBackAndCannotHandIn_verdictInTime() {
    seedsHold(9_011_097);
  }

  private static void seedsHold(long... seeds) {
    for (long seed : seeds) {
      assertThat(Simulation.run(ScenarioDraw.of(seed), Parts.REAL).violations())
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  private static boolean hasWarmup(Setting setting) {
    return !phase(setting).warmup().none();
  }

  private static Phase phase(Setting setting) {
    return setting.plan().phases().get(0);
  }

  private static Fault fault(FaultKind kind, Milestone when, long delayMillis, long lasting) {
    return new Fault(
        kind, 0, when, Duration.ofMillis(delayMillis), Duration.ofMillis(lasting), 0, 0.5);
  }

  private static void assertHolds(Predicate<Setting> fits, Fault... faults) {
    List<String> failures = new ArrayList<>();
    int clusters = 0;
    for (long seed = 1; clusters < CLUSTERS; seed++) {
      Scenario drawn = ScenarioDraw.of(seed);
      if (fits.test(drawn.setting())) {
        clusters++;
        Scenario scenario = new Scenario(seed, drawn.setting(), drawn.links(), List.of(faults));
        Simulation.run(scenario, Parts.REAL)
            .violations()
            .forEach(v -> failures.add(scenario.seed() + ": " + v));
      }
    }
    assertThat(failures).isEmpty();
  }
}
