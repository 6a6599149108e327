package io.tokenstorm.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunEvent.StageOpened;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.simulation.Invariants;
import io.tokenstorm.coordinator.simulation.Plans;
import io.tokenstorm.coordinator.simulation.Plans.Shape;
import io.tokenstorm.coordinator.simulation.VirtualCluster;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.record.LoadStage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The coordinator, and perhaps its whole machine, stands still: no worker is to blame for that. */
class CoordinatorStandstillTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long LIMIT = 3_600 * SECOND;

  private static VirtualCluster cluster(Duration window) {
    Shape shape = Shape.SMALL.measure(new Measure(window, 0)).phases(2);
    VirtualCluster cluster = new VirtualCluster(1, Plans.spec(shape, 3));
    List.of("w1", "w2", "w3").forEach(cluster::worker);
    return cluster;
  }

  /** Once in each stage of this kind that opens, as often as that may be. */
  private static void standStill(
      VirtualCluster cluster, LoadStage stage, long nanos, int times, boolean all) {
    int[] left = {times};
    cluster.when(
        StageOpened.class,
        opened -> {
          if (opened.stage() == stage && left[0]-- > 0) {
            cluster.after(
                opened.opensAtNanos() - cluster.nanos() + SECOND,
                () -> {
                  cluster.coordinatorStandsStill(nanos);
                  if (all) {
                    List.of("w1", "w2", "w3").forEach(w -> cluster.worker(w).pause(nanos));
                  }
                });
          }
        });
  }

  private static void assertMeasuredAnew(VirtualCluster cluster, int times) {
    assertThat(cluster.run(LIMIT).verdict()).as("%s", cluster.end()).isEqualTo(Verdict.VALID);
    Invariants.hold(cluster, 6);
    assertThat(cluster.events(RunEvent.WorkerLost.class)).isEmpty();
    assertThat(cluster.events(RunEvent.PhaseRestarted.class))
        .hasSize(times)
        .allSatisfy(r -> assertThat(r.why()).contains("the coordinator stood still for"));
    assertThat(cluster.events(RunEvent.PhaseSettled.class))
        .extracting(RunEvent.PhaseSettled::epoch)
        .containsExactly(1 + times, 2 + times);
    assertThat(cluster.log()).hasSameSizeAs(cluster.replicas().seen());
  }

  @Test
  void measuring_machineStoodStillBeyondTheLease_phaseIsMeasuredAnewAndNobodyIsLost() {
    for (long seconds : List.of(3, 5, 20)) {
      VirtualCluster cluster = cluster(Duration.ofSeconds(8));
      standStill(cluster, LoadStage.MEASURE, seconds * SECOND, 1, true);
      assertMeasuredAnew(cluster, 1);
    }
  }

  @Test
  void measuring_coordinatorAloneStoodStillBeyondTheLease_phaseIsMeasuredAnew() {
    for (long seconds : List.of(3, 5, 20)) {
      VirtualCluster cluster = cluster(Duration.ofSeconds(8));
      standStill(cluster, LoadStage.MEASURE, seconds * SECOND, 2, false);
      assertMeasuredAnew(cluster, 2);
    }
  }

  @Test
  void measuring_stoodStillWithinTheLease_goesOn() {
    VirtualCluster cluster = cluster(Duration.ofSeconds(8));
    standStill(cluster, LoadStage.MEASURE, 2 * SECOND, 1, true);

    assertMeasuredAnew(cluster, 0);
    assertThat(cluster.events(RunEvent.CoordinatorStalled.class)).hasSize(1);
  }

  /** The workers close the window by their own clocks, on a lease that still holds. */
  @Test
  void measuring_windowWasOverBeforeAnyLeaseLapsed_isKept() {
    VirtualCluster cluster = cluster(Duration.ofSeconds(3));
    standStill(cluster, LoadStage.MEASURE, 20 * SECOND, 1, false);

    assertMeasuredAnew(cluster, 0);
  }

  @Test
  void warmup_machineStoodStill_goesOnWithEverybody() {
    VirtualCluster cluster = cluster(Duration.ofSeconds(3));
    standStill(cluster, LoadStage.WARMUP, 20 * SECOND, 1, true);

    assertMeasuredAnew(cluster, 0);
  }

  @Test
  void measuring_stoodStillAgainAndAgain_isInvalidInTheEnd() {
    VirtualCluster cluster = cluster(Duration.ofSeconds(8));
    standStill(cluster, LoadStage.MEASURE, 5 * SECOND, 100, true);

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.INVALID);
    Invariants.hold(cluster, 6);
    assertThat(cluster.end().cause()).isEqualTo(EndCause.DEADLINE);
    assertThat(cluster.end().text())
        .contains("the coordinator stood still for 5.0 s", "2 times before");
    assertThat(cluster.events(RunEvent.WorkerLost.class)).isEmpty();
  }

  @Test
  void measuring_workerDiesMeanwhile_isFoundOutAfterwardsAndTheRestMeasuresAnew() {
    VirtualCluster cluster = cluster(Duration.ofSeconds(8));
    standStill(cluster, LoadStage.MEASURE, 6 * SECOND, 1, false);
    cluster.when(RunEvent.CoordinatorStalled.class, s -> cluster.worker("w2").kill());

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    Invariants.hold(cluster, 6);
    assertThat(cluster.events(RunEvent.WorkerLost.class))
        .extracting(RunEvent.WorkerLost::worker)
        .containsExactly("w2");
  }
}
