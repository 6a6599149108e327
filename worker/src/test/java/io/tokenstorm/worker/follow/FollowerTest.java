package io.tokenstorm.worker.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.protocol.wire.Stage;
import io.tokenstorm.worker.follow.FollowerAction.CutInFlight;
import io.tokenstorm.worker.follow.FollowerAction.GateChanged;
import io.tokenstorm.worker.follow.FollowerAction.NeedPlan;
import io.tokenstorm.worker.follow.FollowerAction.Prepare;
import io.tokenstorm.worker.lease.Gate;
import io.tokenstorm.worker.load.EngineStatus;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendDecision.Send;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FollowerTest {
  private static final SendWindow OPEN = new SendWindow(0, Long.MAX_VALUE, 0);

  private final MemoryBooks books = new MemoryBooks();
  private final Set<String> plans = new HashSet<>();
  private final Follower follower =
      new Follower("w1", 2, books, (run, hash) -> plans.contains(run + hash));
  private EngineStatus engine = new EngineStatus(true, 0, 2, "");

  @Test
  void status_noDirectiveYet_idle() {
    assertThat(follower.status(0, engine, HealthSample.NONE))
        .isEqualTo(
            new WorkerStatus(
                "w1",
                2,
                0,
                "",
                0,
                0,
                Stage.IDLE,
                false,
                false,
                "",
                0,
                LoadCount.NONE,
                LoadCount.NONE,
                0,
                0,
                HealthSample.NONE));
  }

  @Test
  void onDirective_planMissing_asksForItAndPreparesOnceItIsThere() {
    assertThat(follower.onDirective(new Directives().at(1, 1, Stage.ARMED)))
        .containsExactly(new NeedPlan("r", "hash"));
    assertThat(status(0).planKnown()).isFalse();
    assertThat(status(0).prepared()).isFalse();

    List<FollowerAction> actions = plan();
    assertThat(actions).hasSize(2).last().isEqualTo(new GateChanged());
    assertThat(actions.get(0))
        .isInstanceOfSatisfying(
            Prepare.class,
            prepare ->
                assertThat(prepare.assignment())
                    .isEqualTo(
                        new Assignment(
                            "r", 1, 0, "hash", 4, new SlotRange(0, 2), 1.0, null, true)));
    assertThat(status(0).planKnown()).isTrue();
    assertThat(status(0).prepared()).isTrue();
  }

  @Test
  void onDirective_samePlanInAnotherRun_asksForItsOwn() {
    arm(1);
    assertThat(follower.onDirective(new Directives().run("r2").at(2, 1, Stage.ARMED)))
        .containsExactly(new NeedPlan("r2", "hash"));
  }

  @Test
  void onDirective_repeated_changesNothing() {
    arm(1);
    assertThat(follower.onDirective(new Directives().at(1, 1, Stage.ARMED))).isEmpty();
    assertThat(status(0).ignoredDirectives()).isZero();
  }

  @Test
  void onDirective_samePhaseAgain_preparesNotAgain() {
    arm(1);
    assertThat(follower.onDirective(new Directives().at(1, 2, Stage.WARMUP)))
        .containsExactly(new GateChanged());
  }

  @Test
  void onDirective_olderSequenceOrEpochOrStrayRun_ignoredAndCounted() {
    arm(3);
    follower.onDirective(new Directives().measure(OPEN).at(3, 5, Stage.MEASURE));
    assertThat(follower.onDirective(new Directives().at(3, 4, Stage.ARMED))).isEmpty();
    assertThat(follower.onDirective(new Directives().at(2, 9, Stage.ARMED))).isEmpty();
    assertThat(follower.onDirective(new Directives().run("old").at(3, 9, Stage.IDLE))).isEmpty();
    assertThat(status(0).ignoredDirectives()).isEqualTo(3);
    assertThat(status(0).stage()).isEqualTo(Stage.MEASURE);
    assertThat(status(0).directiveSequence()).isEqualTo(5);
    assertThat(follower.gate().ask(0, 1)).isInstanceOf(Send.class);
  }

  @Test
  void onDirective_newEpoch_closesTheOldGateForGood() {
    Gate old = arm(1);
    follower.onDirective(new Directives().measure(OPEN).at(1, 2, Stage.MEASURE));
    assertThat(old.ask(0, 1)).isInstanceOf(Send.class);
    assertThat(status(1).measure()).isEqualTo(new LoadCount(1, 0, 0));

    follower.onDirective(new Directives().at(2, 1, Stage.ARMED));
    assertThat(old.ask(0, 1)).isEqualTo(SendDecision.IDLE);
    assertThat(old.leaseHolds(1)).isFalse();
    assertThat(status(1).measure()).isEqualTo(LoadCount.NONE);
    assertThat(follower.gate()).isNotSameAs(old);
    assertThat(follower.gate().ask(0, 1)).isEqualTo(SendDecision.IDLE);
  }

  @Test
  void onDirective_runEnds_gateClosed() {
    Gate gate = arm(1);
    follower.onDirective(new Directives().measure(OPEN).at(1, 2, Stage.MEASURE));
    follower.onDirective(new Directives().run("").weights().at(1, 3, Stage.IDLE));
    assertThat(gate.ask(0, 1)).isEqualTo(SendDecision.IDLE);
    assertThat(status(0).run()).isEmpty();
    assertThat(follower.onDirective(new Directives().at(1, 2, Stage.MEASURE))).isEmpty();
  }

  @Test
  void onDirective_armedWithWindowsSet_nothingMayBeSent() {
    arm(1);
    follower.onDirective(new Directives().measure(OPEN).at(1, 2, Stage.ARMED));
    assertThat(follower.gate().ask(0, 1)).isEqualTo(SendDecision.IDLE);
  }

  @Test
  void onDirective_drain_noSlotSendsAgainAndCountsStay() {
    arm(1);
    follower.onDirective(new Directives().measure(OPEN).at(1, 2, Stage.MEASURE));
    follower.gate().ask(1, 1);
    book().recorded = 1;
    follower.onDirective(new Directives().measure(OPEN).at(1, 3, Stage.DRAIN));
    assertThat(follower.gate().ask(1, 2)).isEqualTo(SendDecision.IDLE);
    assertThat(status(2).measure()).isEqualTo(new LoadCount(1, 1, 2));
    follower.onDirective(new Directives().weights().at(1, 4, Stage.SETTLED));
    assertThat(status(2).measure()).isEqualTo(new LoadCount(1, 1, 2));
  }

  @Test
  void onDirective_slotsChangedInsideAnEpoch_refusedAndSaid() {
    arm(1);
    follower.onDirective(new Directives().weights(3, 1).measure(OPEN).at(1, 2, Stage.MEASURE));
    assertThat(status(0).stage()).isEqualTo(Stage.ARMED);
    assertThat(status(0).problem()).contains("slots").contains("epoch 1");
    assertThat(status(0).ignoredDirectives()).isEqualTo(1);
    assertThat(follower.gate().ask(0, 1)).isEqualTo(SendDecision.IDLE);
  }

  @Test
  void onDirective_noMemberOfThisEpoch_preparesNothing() {
    plan();
    assertThat(follower.onDirective(new Directives().weights().at(1, 1, Stage.MEASURE))).isEmpty();
    assertThat(follower.gate()).isNull();
    assertThat(status(0).prepared()).isFalse();
  }

  @Test
  void onDirective_moreWorkersThanSlots_preparedWithoutTheEngine() {
    engine = new EngineStatus(false, 0, 0, "");
    plan();
    assertThat(
            follower.onDirective(
                new Directives().concurrency(1).weights(1, 9).at(1, 1, Stage.ARMED)))
        .containsExactly(new GateChanged());
    assertThat(status(0).prepared()).isTrue();
  }

  @Test
  void onDirective_recordsCannotBeKept_saidAndTriedAgain() {
    books.broken = true;
    plan();
    assertThat(follower.onDirective(new Directives().at(1, 1, Stage.ARMED))).isEmpty();
    assertThat(status(0).problem()).isEqualTo("cannot keep records: no space left on /spool");
    assertThat(status(0).prepared()).isFalse();
    books.broken = false;
    assertThat(follower.onDirective(new Directives().at(1, 2, Stage.ARMED))).hasSize(2);
    assertThat(status(0).problem()).isEmpty();
  }

  @Test
  void onTick_fiveSecondsPastTheLease_cutsOnceForEachLease() {
    long lapse = 1_000 + Follower.CUT_AFTER_LEASE.toNanos();
    arm(1);
    assertThat(follower.onTick(lapse - 1)).isEmpty();
    assertThat(follower.onTick(lapse)).hasSize(1).first().isInstanceOf(CutInFlight.class);
    assertThat(follower.onTick(lapse + 1)).isEmpty();
    follower.onDirective(new Directives().lease(lapse).at(1, 2, Stage.ARMED));
    assertThat(follower.onTick(lapse + 1)).isEmpty();
    assertThat(follower.onTick(lapse + Follower.CUT_AFTER_LEASE.toNanos())).hasSize(1);
  }

  @Test
  void onTick_cutOrdered_cutsOnce() {
    arm(1);
    follower.onDirective(new Directives().cutAt(700).at(1, 2, Stage.DRAIN));
    assertThat(follower.onTick(699)).isEmpty();
    assertThat(follower.onTick(700)).hasSize(1).first().isInstanceOf(CutInFlight.class);
    follower.onDirective(new Directives().cutAt(700).at(1, 3, Stage.DRAIN));
    assertThat(follower.onTick(701)).isEmpty();
  }

  @Test
  void onTick_runIsOver_engineRestsOnceWhenAllIsAccountedFor() {
    assertThat(follower.isAtRest()).isTrue();
    Gate gate = arm(1);
    follower.onDirective(new Directives().measure(OPEN).at(1, 2, Stage.MEASURE));
    assertThat(gate.ask(0, 1)).isInstanceOf(Send.class);
    follower.onDirective(new Directives().run("").weights().at(1, 3, Stage.IDLE));
    assertThat(follower.onTick(2)).as("a request is on its way").isEmpty();
    assertThat(follower.isAtRest()).isFalse();

    book().recorded = 1;
    assertThat(follower.onTick(3)).containsExactly(new FollowerAction.Rest());
    assertThat(follower.onTick(4)).isEmpty();
    assertThat(follower.isAtRest()).isTrue();
  }

  @Test
  void onTick_betweenTwoPhasesOfARun_engineKeepsItsConnections() {
    arm(1);
    follower.onDirective(new Directives().weights().at(2, 1, Stage.IDLE));
    assertThat(follower.onTick(2)).isEmpty();
    assertThat(follower.isAtRest()).isFalse();
  }

  @Test
  void leave_whateverIsDirected_sendsNothing() {
    arm(1);
    follower.leave("asked to end");
    follower.onDirective(new Directives().measure(OPEN).at(1, 2, Stage.MEASURE));
    assertThat(follower.gate().ask(0, 1)).isEqualTo(SendDecision.IDLE);
    follower.onDirective(new Directives().measure(OPEN).at(2, 1, Stage.MEASURE));
    assertThat(follower.gate().ask(0, 1)).isEqualTo(SendDecision.IDLE);
    assertThat(status(0).problem()).contains("asked to end");
  }

  @Test
  void status_troublesOfAllParts_joined() {
    arm(1);
    follower.onProblem("environment variable API_KEY is not set");
    book().problem = "disk full";
    engine = new EngineStatus(true, 0, 0, "connect refused");
    assertThat(status(0).problem())
        .isEqualTo("environment variable API_KEY is not set; connect refused; disk full");
    assertThat(status(0).prepared()).isFalse();
  }

  private List<FollowerAction> plan() {
    plans.add("rhash");
    return follower.onPlan();
  }

  private Gate arm(int epoch) {
    plan();
    follower.onDirective(new Directives().at(epoch, 1, Stage.ARMED));
    return follower.gate();
  }

  private MemoryBooks.MemoryBook book() {
    return books.opened.values().iterator().next();
  }

  private WorkerStatus status(long now) {
    return follower.status(now, engine, HealthSample.NONE);
  }
}
