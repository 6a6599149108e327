package io.tokenstorm.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.simulation.Invariants;
import io.tokenstorm.coordinator.simulation.Plans;
import io.tokenstorm.coordinator.simulation.Plans.Shape;
import io.tokenstorm.coordinator.simulation.VirtualCluster;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss.Policy;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.protocol.wire.WorkerProtocol.ReleaseRun;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunMachineTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long LIMIT = 3_600 * SECOND;

  private static VirtualCluster cluster(Shape shape, int workers) {
    VirtualCluster cluster = new VirtualCluster(1, Plans.spec(shape, workers));
    for (int i = 1; i <= workers; i++) {
      cluster.worker("w" + i);
    }
    return cluster;
  }

  private static long count(VirtualCluster cluster, LoadStage stage) {
    return cluster.log().stream().filter(r -> r.key().stage() == stage).count();
  }

  @Test
  void run_withoutFaults_isValidAndConserved() {
    VirtualCluster cluster = cluster(Shape.SMALL.phases(3), 3);

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    Invariants.hold(cluster, 6);
    assertThat(cluster.events(RunEvent.PhaseSettled.class)).hasSize(3);
    assertThat(cluster.events(RunEvent.PhaseArmed.class))
        .extracting(RunEvent.PhaseArmed::epoch)
        .containsExactly(1, 2, 3);
    assertThat(cluster.events(RunEvent.PhaseArmed.class).get(0).lengthFactor()).isEqualTo(1.25);
    assertThat(count(cluster, LoadStage.WARMUP)).isEqualTo(3 * 6 * 2);
    assertThat(cluster.sentToWorkers()).filteredOn(ReleaseRun.class::isInstance).hasSize(3);
    assertThat(cluster.replicas().mostAtOnce()).isEqualTo(6);
  }

  @Test
  void window_byCount_measuresExactlySoMany() {
    VirtualCluster cluster =
        cluster(Shape.SMALL.measure(new Measure(Duration.ZERO, 47)).warmup(Warmup.NONE), 4);

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    Invariants.hold(cluster, 6);
    assertThat(count(cluster, LoadStage.MEASURE)).isEqualTo(47);
    assertThat(count(cluster, LoadStage.WARMUP)).isZero();
  }

  @Test
  void window_byTimeAndCount_waitsForBoth() {
    VirtualCluster cluster =
        cluster(Shape.SMALL.measure(new Measure(Duration.ofSeconds(9), 12)), 2);

    cluster.run(LIMIT);

    RunEvent.WindowClosed closed = cluster.events(RunEvent.WindowClosed.class).get(0);
    RunEvent.StageOpened opened = cluster.events(RunEvent.StageOpened.class).get(1);
    assertThat(closed.closedAtNanos() - opened.opensAtNanos()).isGreaterThanOrEqualTo(9 * SECOND);
    assertThat(count(cluster, LoadStage.MEASURE)).isGreaterThan(12);
  }

  @Test
  void window_ofAllWorkers_opensTogetherByTheirOwnClocks() {
    VirtualCluster cluster = cluster(Shape.SMALL.concurrency(8), 4);

    cluster.run(LIMIT);

    RunEvent.PhaseSettled settled = cluster.events(RunEvent.PhaseSettled.class).get(0);
    // the scripted workers look at their windows each 10 ms; their clocks are up to two hours apart
    assertThat(settled.skewNanos()).isBetween(0L, 25_000_000L);
    assertThat(cluster.events(RunEvent.PhaseArmed.class).get(0).clocks())
        .hasSize(4)
        .allSatisfy(c -> assertThat(c.errorNanos()).isLessThan(2_000_000L));
  }

  @Test
  void warmup_withDrain_restsBeforeTheWindowOpens() {
    VirtualCluster cluster = cluster(Shape.SMALL, 3);

    cluster.run(LIMIT);

    long opened = cluster.events(RunEvent.StageOpened.class).get(1).opensAtNanos();
    assertThat(cluster.log())
        .filteredOn(r -> r.key().stage() == LoadStage.WARMUP)
        .allSatisfy(r -> assertThat(endOf(r)).isLessThan(opened));
  }

  @Test
  void warmup_withoutDrain_handsSlotsOverBusy() {
    VirtualCluster cluster =
        cluster(Shape.SMALL.warmup(new Warmup(2, Duration.ofSeconds(2), false)), 3);

    cluster.run(LIMIT);

    long opened = cluster.events(RunEvent.StageOpened.class).get(1).opensAtNanos();
    assertThat(cluster.log())
        .filteredOn(r -> r.key().stage() == LoadStage.WARMUP)
        .anySatisfy(r -> assertThat(endOf(r)).isGreaterThan(opened))
        .allSatisfy(r -> assertThat(r.instants().sentNanos()).isLessThan(opened + 1_000_000));
    Invariants.hold(cluster, 6);
    Directive measuring = firstDirective(cluster, Stage.MEASURE);
    assertThat(measuring.warmup().closesAtNanos()).isEqualTo(measuring.measure().opensAtNanos());
  }

  private static long endOf(RequestRecord record) {
    return record.instants().sentNanos() + record.instants().endNanos();
  }

  private static Directive firstDirective(VirtualCluster cluster, Stage stage) {
    return cluster.sentToWorkers().stream()
        .filter(Directive.class::isInstance)
        .map(Directive.class::cast)
        .filter(d -> d.stage() == stage)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void target_unreachable_refusesTheRunBeforeAnyPhase() {
    VirtualCluster cluster =
        cluster(Shape.SMALL, 1).targetsAway("target http://127.0.0.1:1 cannot be reached: refused");

    cluster.run(LIMIT);

    assertThat(cluster.end().cause()).isEqualTo(EndCause.TARGET_UNREACHABLE);
    assertThat(cluster.end().text()).contains("http://127.0.0.1:1", "refused");
    assertThat(cluster.replicas().seen()).isEmpty();
    assertThat(cluster.events(RunEvent.PhaseArmed.class)).isEmpty();
  }

  @Test
  void workers_tooFew_areNamedAndNotWaitedForForever() {
    VirtualCluster cluster = new VirtualCluster(1, Plans.spec(Shape.SMALL, 3));
    cluster.worker("w1");

    cluster.run(LIMIT);

    assertThat(cluster.end().cause()).isEqualTo(EndCause.NO_WORKERS);
    assertThat(cluster.end().text()).contains("3 workers (there: w1)");
  }

  @Test
  void length_unknown_isAFindingAndADefault() {
    VirtualCluster cluster = cluster(Shape.SMALL, 1).lengthUnknown("no usage");

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    assertThat(cluster.events(RunEvent.PhaseArmed.class).get(0).lengthFactor()).isEqualTo(1.0);
    assertThat(cluster.events(RunEvent.Finding.class).get(0).text())
        .contains("'short'", "no usage");
  }

  @Test
  void worker_unfitWhileArming_endsTheRunWithItsReason() {
    VirtualCluster cluster = cluster(Shape.SMALL, 2);
    cluster.worker("w2").fails("environment variable API_KEY is not set");

    cluster.run(LIMIT);

    assertThat(cluster.end().cause()).isEqualTo(EndCause.WORKER_UNFIT);
    assertThat(cluster.end().text()).contains("'w2'", "API_KEY");
    assertThat(cluster.replicas().seen()).isEmpty();
  }

  @Test
  void worker_neverReady_isNamedAtTheDeadline() {
    VirtualCluster cluster = cluster(Shape.SMALL, 2);
    cluster.worker("w2").neverReady();

    cluster.run(LIMIT);

    assertThat(cluster.end().cause()).isEqualTo(EndCause.DEADLINE);
    assertThat(cluster.end().text())
        .contains("'phase-0'", "60 s", "w2 (makes prompts and connections ready)")
        .doesNotContain("w1");
  }

  @Test
  void worker_lostWhileArming_isLeftOut() {
    VirtualCluster cluster = cluster(Shape.SMALL, 3);
    cluster.worker("w2").neverReady();
    cluster.after(2 * SECOND, () -> cluster.worker("w2").kill());

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    Invariants.hold(cluster, 6);
    assertThat(cluster.events(RunEvent.PhaseArmed.class).get(0).shares())
        .extracting(RunEvent.Share::worker)
        .containsExactly("w1", "w3");
  }

  @Test
  void worker_killedInWarmup_restartsThePhaseWithTheRest() {
    VirtualCluster cluster =
        cluster(Shape.SMALL.warmup(new Warmup(0, Duration.ofSeconds(6), true)), 3);
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          if (e.epoch() == 1) {
            cluster.after(2 * SECOND, () -> cluster.worker("w2").kill());
          }
        });

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    Invariants.hold(cluster, 6);
    assertThat(cluster.events(RunEvent.PhaseRestarted.class)).hasSize(1);
    RunEvent.PhaseSettled settled = cluster.events(RunEvent.PhaseSettled.class).get(0);
    assertThat(settled.epoch()).isEqualTo(2);
    assertThat(settled.tallies()).extracting(RunEvent.Tally::worker).containsOnly("w1", "w3");
  }

  @Test
  void worker_frozenInWarmup_isNotReplacedUntilItsRequestsMustBeOver() {
    VirtualCluster cluster =
        cluster(
                Shape.SMALL
                    .warmup(new Warmup(0, Duration.ofSeconds(5), true))
                    .total(Duration.ofSeconds(9)),
                3)
            .spoolsElsewhere();
    cluster.worker("w2").serviceUpTo(8 * SECOND);
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          if (e.epoch() == 1) {
            cluster.after(SECOND, () -> cluster.worker("w2").pause(600 * SECOND));
          }
        });

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    Invariants.hold(cluster, 6);
    long lost = cluster.events(RunEvent.StageOpened.class).get(0).opensAtNanos() + SECOND;
    assertThat(cluster.events(RunEvent.StageOpened.class).get(1).opensAtNanos())
        .isGreaterThan(lost + 9 * SECOND);
  }

  @Test
  void worker_frozenInWarmup_beyondThePlansPatience_isInvalid() {
    VirtualCluster cluster =
        cluster(
                Shape.SMALL
                    .warmup(new Warmup(0, Duration.ofSeconds(5), true))
                    .total(Duration.ofMinutes(1))
                    .onLoss(Policy.FAIL, Duration.ofSeconds(8)),
                2)
            .spoolsElsewhere();
    cluster.when(
        RunEvent.StageOpened.class,
        e -> cluster.after(SECOND, () -> cluster.worker("w2").pause(600 * SECOND)));

    cluster.run(LIMIT);

    assertThat(cluster.end().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(cluster.end().text()).contains("w2", "on_worker_loss.wait");
    Invariants.hold(cluster, 6);
  }

  @Test
  void worker_killedWhileMeasuring_failsTheRunSoonAndCountsTheLoss() {
    VirtualCluster cluster = cluster(Shape.SMALL.phases(2).total(Duration.ofMinutes(10)), 3);
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          if (e.stage() == LoadStage.MEASURE) {
            cluster.after(3 * SECOND / 2, () -> cluster.worker("w2").kill());
          }
        });

    cluster.run(LIMIT);

    long opened = cluster.events(RunEvent.StageOpened.class).get(1).opensAtNanos();
    assertThat(cluster.end().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(cluster.end().cause()).isEqualTo(EndCause.WORKER_LOST);
    assertThat(cluster.end().text()).contains("w2");
    assertThat(cluster.endedAtNanos() - opened).isLessThan(17 * SECOND);
    Invariants.hold(cluster, 6);
    RunEvent.PhaseSettled settled = cluster.events(RunEvent.PhaseSettled.class).get(0);
    assertThat(settled.tallies())
        .filteredOn(t -> t.worker().equals("w2") && t.stage() == LoadStage.MEASURE)
        .singleElement()
        .satisfies(
            t -> {
              assertThat(t.issued()).isEqualTo(t.merged() + t.lostAtLeast());
              assertThat(t.lostAtLeast()).isPositive();
              assertThat(t.lostAtMost()).isEqualTo(t.lostAtLeast());
            });
  }

  @Test
  void worker_killedWhileMeasuring_withAnUnreadableSpool_hasNoUpperBound() {
    VirtualCluster cluster = cluster(Shape.SMALL, 3).spoolsElsewhere();
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          if (e.stage() == LoadStage.MEASURE) {
            cluster.after(3 * SECOND / 2, () -> cluster.worker("w2").kill());
          }
        });

    cluster.run(LIMIT);

    Invariants.hold(cluster, 6);
    assertThat(cluster.events(RunEvent.PhaseSettled.class).get(0).tallies())
        .filteredOn(t -> t.worker().equals("w2") && t.stage() == LoadStage.MEASURE)
        .singleElement()
        .satisfies(t -> assertThat(t.lostAtMost()).isNull());
  }

  @Test
  void worker_killedWhileMeasuring_underDegrade_cutsTheWindowAndGoesOn() {
    VirtualCluster cluster =
        cluster(
            Shape.SMALL
                .phases(2)
                .measure(new Measure(Duration.ofSeconds(20), 0))
                .onLoss(Policy.DEGRADE, Duration.ofMinutes(1)),
            3);
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          if (e.stage() == LoadStage.MEASURE && e.phase() == 0) {
            cluster.after(3 * SECOND, () -> cluster.worker("w2").kill());
          }
        });

    cluster.run(LIMIT);

    assertThat(cluster.end().verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(cluster.events(RunEvent.PhaseSettled.class)).hasSize(2);
    List<RunEvent.WindowClosed> closed = cluster.events(RunEvent.WindowClosed.class);
    assertThat(closed.get(0).reason()).contains("w2");
    assertThat(closed.get(1).reason()).isEqualTo("done");
    Invariants.hold(cluster, 6);
  }

  @Test
  void worker_cutOffAndBack_handsInAllTheSame() {
    VirtualCluster cluster =
        cluster(
                Shape.SMALL
                    .measure(new Measure(Duration.ofSeconds(20), 0))
                    .onLoss(Policy.DEGRADE, Duration.ofMinutes(1)),
                3)
            .spoolsElsewhere();
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          if (e.stage() == LoadStage.MEASURE) {
            cluster.after(2 * SECOND, () -> cluster.cutOff("w2", true));
            cluster.after(8 * SECOND, () -> cluster.cutOff("w2", false));
          }
        });

    cluster.run(LIMIT);

    assertThat(cluster.end().verdict()).isEqualTo(Verdict.DEGRADED);
    Invariants.hold(cluster, 6);
    assertThat(cluster.events(RunEvent.PhaseSettled.class).get(0).tallies())
        .allSatisfy(t -> assertThat(t.lostAtMost()).isZero());
  }

  @Test
  void lateJoiner_servesFromTheNextPhase() {
    VirtualCluster cluster = cluster(Shape.SMALL.phases(2), 2);
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          if (e.phase() == 0) {
            cluster.worker("w9");
          }
        });

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    List<RunEvent.PhaseArmed> armed = cluster.events(RunEvent.PhaseArmed.class);
    assertThat(armed.get(0).shares()).hasSize(2);
    assertThat(armed.get(1).shares()).hasSize(3);
    Invariants.hold(cluster, 6);
  }

  @Test
  void moreWorkersThanSlots_losingAnIdleOne_disturbsNothing() {
    VirtualCluster cluster = cluster(Shape.SMALL.concurrency(2), 4);
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          if (e.stage() == LoadStage.MEASURE) {
            cluster.worker("w4").kill();
          }
        });

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    assertThat(cluster.events(RunEvent.WorkerLost.class)).hasSize(1);
    Invariants.hold(cluster, 2);
  }

  @Test
  void allWorkersLost_endsWithADeadline() {
    VirtualCluster cluster =
        cluster(Shape.SMALL.phases(2).onLoss(Policy.DEGRADE, Duration.ofMinutes(1)), 2);
    cluster.when(
        RunEvent.WindowClosed.class,
        e -> {
          cluster.worker("w1").kill();
          cluster.worker("w2").kill();
        });

    cluster.run(LIMIT);

    assertThat(cluster.end().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(cluster.end().cause()).isEqualTo(EndCause.NO_WORKERS);
  }

  @Test
  void cancel_letsFinishWhatRuns() {
    VirtualCluster cluster =
        cluster(Shape.SMALL.phases(3).measure(new Measure(Duration.ofMinutes(1), 0)), 2);
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          if (e.stage() == LoadStage.MEASURE) {
            cluster.after(3 * SECOND, () -> cluster.cancel(false));
          }
        });

    cluster.run(LIMIT);

    assertThat(cluster.end().verdict()).isEqualTo(Verdict.CANCELLED);
    assertThat(cluster.events(RunEvent.PhaseSettled.class)).hasSize(1);
    assertThat(cluster.events(RunEvent.WindowClosed.class).get(0).reason()).contains("cancelled");
    assertThat(cluster.log()).noneMatch(r -> r.outcome() instanceof Outcome.Cut);
    Invariants.hold(cluster, 6);
  }

  @Test
  void cancel_twice_cutsWhatRuns() {
    VirtualCluster cluster =
        cluster(
            Shape.SMALL
                .measure(new Measure(Duration.ofMinutes(1), 0))
                .total(Duration.ofMinutes(10)),
            2);
    cluster.worker("w1").serviceUpTo(500 * SECOND);
    cluster.when(
        RunEvent.StageOpened.class,
        e -> {
          cluster.after(3 * SECOND, () -> cluster.cancel(false));
          cluster.after(5 * SECOND, () -> cluster.cancel(false));
        });

    cluster.run(LIMIT);

    long opened = cluster.events(RunEvent.StageOpened.class).get(0).opensAtNanos();
    assertThat(cluster.end().verdict()).isEqualTo(Verdict.CANCELLED);
    assertThat(cluster.endedAtNanos() - opened).isLessThan(9 * SECOND);
    assertThat(cluster.log()).anyMatch(r -> r.outcome() instanceof Outcome.Cut);
    Invariants.hold(cluster, 6);
  }

  @Test
  void disk_full_endsInvalidAndLeavesTheSpools() {
    VirtualCluster cluster = cluster(Shape.SMALL.measure(new Measure(Duration.ofMinutes(1), 0)), 2);
    cluster.when(RunEvent.StageOpened.class, e -> cluster.after(2 * SECOND, cluster::fillDisk));

    cluster.run(LIMIT);

    assertThat(cluster.end().cause()).isEqualTo(EndCause.STORAGE);
    assertThat(cluster.end().text()).contains("disk full");
    assertThat(cluster.sentToWorkers()).noneMatch(ReleaseRun.class::isInstance);
  }

  @Test
  void planEvents_areFiredAtTheirTime_andTooLateOnesAreSaid() {
    URI url = URI.create("http://127.0.0.1:1/evict");
    VirtualCluster cluster =
        cluster(
            Shape.SMALL.events(
                List.of(
                    new PhaseEvent(Duration.ofMillis(1200), "POST", url, ""),
                    new PhaseEvent(Duration.ofSeconds(30), "POST", url, ""))),
            2);

    cluster.run(LIMIT);

    long opened = cluster.events(RunEvent.StageOpened.class).get(1).opensAtNanos();
    assertThat(cluster.events(RunEvent.PlanEventFired.class))
        .singleElement()
        .satisfies(
            e -> {
              assertThat(e.scheduledAtNanos()).isEqualTo(opened + 1_200_000_000L);
              assertThat(e.firedAtNanos()).isGreaterThanOrEqualTo(e.scheduledAtNanos());
              assertThat(e.httpStatus()).isEqualTo(200);
            });
    assertThat(cluster.events(RunEvent.Finding.class))
        .anySatisfy(f -> assertThat(f.text()).contains("was not carried out"));
  }

  @Test
  void lease_ofADirective_isShortAndInTheReceiversClock() {
    VirtualCluster cluster = cluster(Shape.SMALL, 1);

    cluster.run(LIMIT);

    Directive measuring = firstDirective(cluster, Stage.MEASURE);
    long margin = measuring.leaseUntilNanos() - measuring.measure().opensAtNanos();
    // 2.5 s from the decision, the opening 0.7 s from it
    assertThat(margin).isBetween(1_700_000_000L, 1_800_000_000L);
  }

  @Test
  void worker_thatRemembersALaterEpoch_isArmedAboveIt() {
    VirtualCluster first = cluster(Shape.SMALL, 1);
    first.run(LIMIT);
    VirtualCluster cluster = new VirtualCluster(1, Plans.spec(Shape.SMALL, 1));
    cluster.worker("w1").remembers(17);

    assertThat(cluster.run(LIMIT).verdict()).isEqualTo(Verdict.VALID);
    assertThat(cluster.events(RunEvent.PhaseArmed.class).get(0).epoch()).isGreaterThan(17);
  }
}
