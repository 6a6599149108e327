package io.tokenstorm.coordinator.live;

import static io.tokenstorm.coordinator.live.RunSamples.SECOND;
import static io.tokenstorm.coordinator.live.RunSamples.facts;
import static io.tokenstorm.coordinator.live.RunSamples.measuring;
import static io.tokenstorm.coordinator.live.RunSamples.phase;
import static io.tokenstorm.coordinator.live.RunSamples.plan;
import static io.tokenstorm.coordinator.live.RunSamples.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveAggregatorTest {
  private static final Plan PLAN = plan(phase("direct-c1"), phase("gateway-c4"));

  private final LiveAggregator aggregator = new LiveAggregator("run-1");
  private final WorkerSim one = new WorkerSim("w1", 3, LoadStage.MEASURE);
  private final WorkerSim two = new WorkerSim("w2", 3, LoadStage.MEASURE);

  @Test
  void frame_twoWorkers_addsTheirCounts() {
    one.succeeds(100_000, 10_000, 16);
    one.fails("http_status");
    two.succeeds(200_000, 10_000, 16);
    two.fails("http_status");
    two.fails("reset");
    aggregator.onSketch(one.sketch(), 11 * SECOND);
    aggregator.onSketch(two.sketch(), 11 * SECOND);

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 12 * SECOND);

    assertThat(frame.requests())
        .isEqualTo(new LiveFrame.Counts(5, 2, 3, Map.of("http_status", 2L, "reset", 1L), 32));
    assertThat(frame.ttft().count()).isEqualTo(2);
    assertThat(frame.ttft().p50()).isCloseTo(0.1, within(1e-4));
    assertThat(frame.ttft().p99()).isCloseTo(0.2, within(2e-4));
    assertThat(frame.itl().count()).isEqualTo(30);
    assertThat(frame.window().requestsPerSecond()).isEqualTo(1.0);
    assertThat(frame.window().tokensPerSecond()).isEqualTo(16.0);
  }

  @Test
  void recent_countersRise_givesTheirDifferenceOverTheSpan() {
    for (int second = 11; second <= 20; second++) {
      for (int i = 0; i < second; i++) {
        one.succeeds(100_000, 10_000, 16);
      }
      aggregator.onSketch(one.sketch(), second * SECOND);
      aggregator.frame(facts(PLAN, measuring(3)), second * SECOND);
    }

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 20 * SECOND);

    assertThat(frame.recent().seconds()).isEqualTo(3.0);
    assertThat(frame.recent().requestsPerSecond()).isCloseTo((18 + 19 + 20) / 3.0, within(1e-9));
    assertThat(frame.recent().tokensPerSecond()).isCloseTo((18 + 19 + 20) * 16 / 3.0, within(1e-9));
    assertThat(frame.ttft().recentCount()).isEqualTo(18 + 19 + 20);
  }

  @Test
  void recent_sketchLost_rateStaysTheSame() {
    for (int second = 11; second <= 20; second++) {
      one.succeeds(100_000, 10_000, 16);
      if (second != 18) {
        aggregator.onSketch(one.sketch(), second * SECOND);
      }
    }

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 20 * SECOND);

    assertThat(frame.recent().requestsPerSecond()).isCloseTo(1.0, within(1e-9));
  }

  @Test
  void recent_workerSilent_countsAsStandingStill() {
    for (int second = 11; second <= 14; second++) {
      one.succeeds(100_000, 10_000, 16);
      aggregator.onSketch(one.sketch(), second * SECOND);
    }

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 30 * SECOND);

    assertThat(frame.recent()).isEqualTo(LiveFrame.Rates.NONE);
    assertThat(frame.requests().success()).isEqualTo(4);
  }

  @Test
  void recent_nothingNew_fallsToZeroAndItsLatenciesAreUndefined() {
    one.succeeds(100_000, 10_000, 16);
    for (int second = 11; second <= 20; second++) {
      aggregator.onSketch(one.sketch(), second * SECOND);
      aggregator.frame(facts(PLAN, measuring(3)), second * SECOND);
    }

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 20 * SECOND);

    assertThat(frame.recent()).isEqualTo(new LiveFrame.Rates(3, 0, 0));
    assertThat(frame.ttft().count()).isEqualTo(1);
    assertThat(frame.ttft().recentCount()).isZero();
    assertThat(frame.ttft().recentP99()).isNull();
  }

  @Test
  void tokens_severalPerChunk_areCountedByTheSuccessesRatio() {
    one.succeeds(100_000, 10_000, 8, 4);
    aggregator.onSketch(one.sketch(), 11 * SECOND);

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 12 * SECOND);

    assertThat(frame.window().tokensPerSecond()).isEqualTo(16.0);
  }

  @Test
  void onSketch_olderEpochOrOtherRun_isIgnored() {
    WorkerSim old = new WorkerSim("w1", 2, LoadStage.MEASURE);
    old.succeeds(100_000, 10_000, 16);
    one.succeeds(100_000, 10_000, 16);
    aggregator.onSketch(one.sketch(), 11 * SECOND);
    aggregator.onSketch(old.sketch(), 11 * SECOND);
    aggregator.onSketch(two.sketch("run-0"), 11 * SECOND);

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 12 * SECOND);

    assertThat(frame.requests().success()).isEqualTo(1);
  }

  @Test
  void onSketch_newEpoch_startsFromNothing() {
    one.succeeds(100_000, 10_000, 16);
    aggregator.onSketch(one.sketch(), 11 * SECOND);

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(4)), 12 * SECOND);

    assertThat(frame.requests()).isEqualTo(LiveFrame.Counts.NONE);
    assertThat(frame.ttft()).isEqualTo(LatencyView.NONE);
  }

  @Test
  void onSketch_damaged_isDroppedAndTheRestStands() {
    one.succeeds(100_000, 10_000, 16);
    aggregator.onSketch(one.sketch(), 11 * SECOND);
    LiveSketch good = one.sketch();
    LatencySketch damaged = LatencySketch.ofBytes(new byte[] {1, 2, 3});
    aggregator.onSketch(
        new LiveSketch(
            "w2",
            1,
            "run-1",
            3,
            0,
            LoadStage.MEASURE,
            1,
            1,
            Map.of(),
            1,
            1,
            good.ttft(),
            good.tpot(),
            good.e2e(),
            damaged),
        11 * SECOND);

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 12 * SECOND);

    assertThat(frame.requests().success()).isEqualTo(1);
  }

  @Test
  void frame_warmup_showsTheWarmupsFiguresOnly() {
    WorkerSim warm = new WorkerSim("w1", 3, LoadStage.WARMUP);
    warm.succeeds(900_000, 10_000, 16);
    one.succeeds(100_000, 10_000, 16);
    one.succeeds(100_000, 10_000, 16);
    aggregator.onSketch(warm.sketch(), 11 * SECOND);
    aggregator.onSketch(one.sketch(), 11 * SECOND);

    RunFacts.Position warmup = new RunFacts.Position(0, 3, Stage.WARMUP, 10 * SECOND, 10 * SECOND);

    assertThat(aggregator.frame(facts(PLAN, warmup), 12 * SECOND).requests().success())
        .isEqualTo(1);
    assertThat(aggregator.frame(facts(PLAN, measuring(3)), 12 * SECOND).requests().success())
        .isEqualTo(2);
  }

  @Test
  void frame_statuses_giveInFlightIssuedAndHealth() {
    LoadCount warmup = new LoadCount(16, 16, 0);
    aggregator.onStatus(status("w1", 3, 9, 4, warmup, new LoadCount(10, 6, 0)), 11 * SECOND);
    aggregator.onStatus(status("w1", 3, 8, 1, warmup, new LoadCount(5, 4, 0)), 11 * SECOND);
    aggregator.onStatus(status("w2", 3, 9, 3, warmup, new LoadCount(9, 6, 0)), 12 * SECOND);

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 13 * SECOND);

    CurrentPhase current = frame.current();
    assertThat(current).isNotNull();
    assertThat(current.inFlight()).isEqualTo(7);
    assertThat(current.concurrency()).isEqualTo(8);
    assertThat(current.progress().requests()).isEqualTo(19);
    WorkerRow first = frame.workers().get(0);
    assertThat(first.issued()).isEqualTo(10);
    assertThat(first.recorded()).isEqualTo(6);
    assertThat(first.statusAgeSeconds()).isEqualTo(2.0);
    assertThat(first.health().turnaroundP99Seconds()).isEqualTo(0.003);
  }

  @Test
  void frame_lostWorker_isShownButItsRequestsAreNotInFlight() {
    aggregator.onStatus(
        status("w1", 3, 9, 4, LoadCount.NONE, new LoadCount(10, 6, 0)), 11 * SECOND);
    RunFacts all = facts(PLAN, measuring(3));
    RunFacts lost =
        new RunFacts(
            all.run(),
            all.plan(),
            all.state(),
            "",
            0,
            all.at(),
            List.of(new RunFacts.Member("w1", 1, WorkerRow.State.LOST, 8)),
            Map.of(),
            List.of(),
            List.of(),
            null);

    LiveFrame frame = aggregator.frame(lost, 13 * SECOND);

    assertThat(frame.current()).isNotNull();
    assertThat(frame.current().inFlight()).isZero();
    assertThat(frame.workers())
        .singleElement()
        .extracting(WorkerRow::state)
        .isEqualTo(WorkerRow.State.LOST);
  }

  @Test
  void frame_noPhaseOn_showsNothingOfTheLastOne() {
    one.succeeds(100_000, 10_000, 16);
    aggregator.onSketch(one.sketch(), 11 * SECOND);

    LiveFrame frame = aggregator.frame(facts(PLAN, null), 13 * SECOND);

    assertThat(frame.current()).isNull();
    assertThat(frame.requests()).isEqualTo(LiveFrame.Counts.NONE);
    assertThat(frame.phases()).extracting(PhaseRow::state).containsOnly(PhaseRow.State.PENDING);
  }

  @Test
  void frame_settled_windowRateStandsStill() {
    one.succeeds(100_000, 10_000, 16);
    aggregator.onSketch(one.sketch(), 11 * SECOND);
    RunFacts.Position settled =
        new RunFacts.Position(0, 3, Stage.SETTLED, 14 * SECOND, 10 * SECOND);

    LiveFrame soon = aggregator.frame(facts(PLAN, settled), 15 * SECOND);
    LiveFrame late = aggregator.frame(facts(PLAN, settled), 60 * SECOND);

    assertThat(soon.window()).isEqualTo(late.window());
    assertThat(soon.window().seconds()).isEqualTo(4.0);
  }

  @Test
  void frame_eachOne_hasTheNextSequence() {
    RunFacts facts = facts(PLAN, measuring(3));
    assertThat(aggregator.frame(facts, SECOND).sequence()).isEqualTo(1);
    assertThat(aggregator.frame(facts, 2 * SECOND).sequence()).isEqualTo(2);
  }

  @Test
  void buckets_holdEachSampleOnceBelowTheirEdge() {
    one.succeeds(99_000, 10_000, 16);
    one.succeeds(105_000, 10_000, 16);
    one.succeeds(110_000, 10_000, 16);
    aggregator.onSketch(one.sketch(), 11 * SECOND);

    LiveFrame frame = aggregator.frame(facts(PLAN, measuring(3)), 12 * SECOND);

    assertThat(frame.ttft().buckets())
        .extracting(LatencyView.Bucket::count)
        .containsExactly(1L, 2L);
    assertThat(frame.ttft().buckets())
        .extracting(LatencyView.Bucket::le)
        .containsExactly(0.1, 0.1259);
  }
}
