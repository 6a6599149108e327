package io.tokenstorm.coordinator.live;

import static io.tokenstorm.coordinator.live.RunSamples.SECOND;
import static io.tokenstorm.coordinator.live.RunSamples.at;
import static io.tokenstorm.coordinator.live.RunSamples.measuring;
import static io.tokenstorm.coordinator.live.RunSamples.phase;
import static io.tokenstorm.coordinator.live.RunSamples.plan;
import static io.tokenstorm.coordinator.live.RunSamples.run;
import static io.tokenstorm.coordinator.live.RunSamples.snapshot;
import static io.tokenstorm.coordinator.live.RunSamples.status;
import static io.tokenstorm.coordinator.live.RunSamples.summary;
import static io.tokenstorm.coordinator.live.RunSamples.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveAggregatorTest {
  private static final Plan PLAN = plan(phase("direct-c1"), phase("gateway-c4"));

  private final LiveAggregator aggregator = new LiveAggregator("run-1");
  private final WorkerSim one = new WorkerSim("w1", 3, LoadStage.MEASURE);
  private final WorkerSim two = new WorkerSim("w2", 3, LoadStage.MEASURE);

  private LiveFrame frame(LivePhase phase, long atNanos) {
    return aggregator.frame(snapshot(run(PLAN, phase), atNanos));
  }

  @Test
  void frame_twoWorkers_addsTheirCounts() {
    one.succeeds(100_000, 10_000, 16);
    one.fails("http_status");
    two.succeeds(200_000, 10_000, 16);
    two.fails("http_status");
    two.fails("reset");

    LiveFrame frame = frame(measuring(3, one.sketch(), two.sketch()), 12 * SECOND);

    assertThat(frame.requests())
        .isEqualTo(new LiveFrame.Counts(5, 2, 3, Map.of("http_status", 2L, "reset", 1L), 32));
    assertThat(frame.ttft().count()).isEqualTo(2);
    assertThat(frame.ttft().p50()).isCloseTo(0.15, within(1e-4));
    assertThat(frame.ttft().p99()).isCloseTo(0.199, within(2e-4));
    assertThat(frame.itl().count()).isEqualTo(30);
    assertThat(frame.window().requestsPerSecond()).isEqualTo(1.0);
    assertThat(frame.window().tokensPerSecond()).isEqualTo(16.0);
  }

  @Test
  void recent_countersRise_givesTheirDifferenceOverTheSpan() {
    LiveFrame frame = frame(measuring(3), 10 * SECOND);
    for (int second = 11; second <= 20; second++) {
      for (int i = 0; i < second; i++) {
        one.succeeds(100_000, 10_000, 16);
      }
      frame = frame(measuring(3, one.sketch()), second * SECOND);
    }

    assertThat(frame.recent().seconds()).isEqualTo(3.0);
    assertThat(frame.recent().requestsPerSecond()).isCloseTo((18 + 19 + 20) / 3.0, within(1e-9));
    assertThat(frame.recent().tokensPerSecond()).isCloseTo((18 + 19 + 20) * 16 / 3.0, within(1e-9));
    assertThat(frame.ttft().recentCount()).isEqualTo(18 + 19 + 20);
  }

  @Test
  void recent_sketchLost_rateStaysTheSame() {
    LiveSketch seen = one.sketch();
    LiveFrame frame = frame(measuring(3, seen), 10 * SECOND);
    for (int second = 11; second <= 20; second++) {
      one.succeeds(100_000, 10_000, 16);
      seen = second == 18 ? seen : one.sketch();
      frame = frame(measuring(3, seen), second * SECOND);
    }

    assertThat(frame.recent().requestsPerSecond()).isCloseTo(1.0, within(1e-9));
  }

  @Test
  void recent_workerSilent_countsAsStandingStill() {
    LiveSketch seen = one.sketch();
    for (int second = 11; second <= 30; second++) {
      one.succeeds(100_000, 10_000, 16);
      seen = second > 14 ? seen : one.sketch();
      frame(measuring(3, seen), second * SECOND);
    }

    LiveFrame frame = frame(measuring(3, seen), 30 * SECOND);

    assertThat(frame.recent()).isEqualTo(LiveFrame.Rates.NONE);
    assertThat(frame.requests().success()).isEqualTo(4);
  }

  @Test
  void recent_nothingNew_fallsToZeroAndItsLatenciesAreUndefined() {
    one.succeeds(100_000, 10_000, 16);
    for (int second = 11; second <= 20; second++) {
      frame(measuring(3, one.sketch()), second * SECOND);
    }

    LiveFrame frame = frame(measuring(3, one.sketch()), 20 * SECOND);

    assertThat(frame.recent().requestsPerSecond()).isZero();
    assertThat(frame.recent().seconds()).isEqualTo(3.0);
    assertThat(frame.ttft().count()).isEqualTo(1);
    assertThat(frame.ttft().recentCount()).isZero();
    assertThat(frame.ttft().recentP99()).isNull();
  }

  @Test
  void tokens_severalPerChunk_areCountedByTheSuccessesRatio() {
    one.succeeds(100_000, 10_000, 8, 4);

    LiveFrame frame = frame(measuring(3, one.sketch()), 12 * SECOND);

    assertThat(frame.window().tokensPerSecond()).isEqualTo(16.0);
  }

  @Test
  void observe_olderEpochOrOtherRun_isIgnored() {
    WorkerSim old = new WorkerSim("w1", 2, LoadStage.MEASURE);
    old.succeeds(100_000, 10_000, 16);
    one.succeeds(100_000, 10_000, 16);
    two.succeeds(100_000, 10_000, 16);

    LiveFrame frame =
        frame(measuring(3, one.sketch(), old.sketch(), two.sketch("run-0")), 12 * SECOND);

    assertThat(frame.requests().success()).isEqualTo(1);
  }

  @Test
  void observe_newEpoch_startsFromNothing() {
    one.succeeds(100_000, 10_000, 16);
    frame(measuring(3, one.sketch()), 11 * SECOND);

    LiveFrame frame = frame(measuring(4), 12 * SECOND);

    assertThat(frame.requests()).isEqualTo(LiveFrame.Counts.NONE);
    assertThat(frame.ttft()).isEqualTo(LatencyView.NONE);
  }

  @Test
  void observe_damagedSketch_isDroppedAndTheRestStands() {
    one.succeeds(100_000, 10_000, 16);
    LiveSketch good = one.sketch();
    LatencySketch damaged = LatencySketch.ofBytes(new byte[] {1, 2, 3});
    LiveSketch bad =
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
            damaged);

    LiveFrame frame = frame(measuring(3, good, bad), 12 * SECOND);

    assertThat(frame.requests().success()).isEqualTo(1);
  }

  @Test
  void frame_warmup_showsTheWarmupsFiguresOnly() {
    WorkerSim warm = new WorkerSim("w1", 3, LoadStage.WARMUP);
    warm.succeeds(900_000, 10_000, 16);
    one.succeeds(100_000, 10_000, 16);
    one.succeeds(100_000, 10_000, 16);

    LiveFrame warmup = frame(at(Stage.WARMUP, 3, warm.sketch(), one.sketch()), 12 * SECOND);
    LiveFrame measure = frame(measuring(3, warm.sketch(), one.sketch()), 12 * SECOND);

    assertThat(warmup.requests().success()).isEqualTo(1);
    assertThat(measure.requests().success()).isEqualTo(2);
  }

  @Test
  void frame_statuses_giveIssuedAndHealth() {
    LoadCount warmup = new LoadCount(16, 16, 0);
    LiveRun live = run(PLAN, measuring(3));
    LiveSnapshot snapshot =
        new LiveSnapshot(
            13 * SECOND,
            List.of(
                worker(
                    "w1",
                    LiveWorker.State.SERVING,
                    status("w1", 3, 9, 4, warmup, new LoadCount(10, 6, 0))),
                worker(
                    "w2",
                    LiveWorker.State.LOST,
                    status("w2", 3, 9, 3, warmup, new LoadCount(9, 6, 0))),
                worker(
                    "w3",
                    LiveWorker.State.WAITING,
                    status("w3", 2, 9, 3, warmup, new LoadCount(99, 6, 0)))),
            live,
            List.of(live.summary()));

    LiveFrame frame = aggregator.frame(snapshot);

    CurrentPhase current = frame.current();
    assertThat(current).isNotNull();
    assertThat(current.inFlight()).isEqualTo(7);
    assertThat(current.concurrency()).isEqualTo(8);
    assertThat(current.progress().requests()).isEqualTo(19);
    assertThat(current.progress().fraction()).isEqualTo(0.15);
    WorkerRow first = frame.workers().get(0);
    assertThat(first.issued()).isEqualTo(10);
    assertThat(first.recorded()).isEqualTo(6);
    assertThat(first.heardSecondsAgo()).isEqualTo(2.0);
    assertThat(first.clockErrorSeconds()).isEqualTo(0.00015);
    assertThat(first.health()).isNotNull();
    assertThat(first.health().turnaroundP99Seconds()).isEqualTo(0.003);
    assertThat(frame.workers().get(2).issued()).isZero();
  }

  @Test
  void frame_settled_windowRateStandsStill() {
    one.succeeds(100_000, 10_000, 16);
    LivePhase drained = measuring(3, one.sketch());
    LivePhase settled =
        new LivePhase(
            0,
            3,
            Stage.SETTLED,
            14 * SECOND,
            "",
            8,
            0,
            drained.warmup(),
            drained.measure(),
            drained.sketches());

    LiveFrame soon = frame(settled, 15 * SECOND);
    LiveFrame late = frame(settled, 60 * SECOND);

    assertThat(soon.window()).isEqualTo(late.window());
    assertThat(soon.window().seconds()).isEqualTo(4.0);
  }

  @Test
  void frame_queued_saysSoAndNothingElse() {
    LiveSnapshot snapshot =
        new LiveSnapshot(SECOND, List.of(), null, List.of(summary(RunState.QUEUED, null)));

    LiveFrame frame = aggregator.frame(snapshot);

    assertThat(frame.state()).isEqualTo(RunState.QUEUED);
    assertThat(frame.plan()).isEqualTo("quickstart");
    assertThat(frame.phases()).isEmpty();
    assertThat(frame.verdict()).isNull();
  }

  @Test
  void frame_endedAndTheNextRunIsOnAlready_keepsWhatWasKnown() {
    frame(measuring(3), 15 * SECOND);
    LiveSnapshot after =
        new LiveSnapshot(
            16 * SECOND, List.of(), null, List.of(summary(RunState.ENDED, Verdict.VALID)));

    LiveFrame frame = aggregator.frame(after);

    assertThat(frame.ended()).isTrue();
    assertThat(frame.verdict()).isEqualTo("VALID");
    assertThat(frame.elapsedSeconds()).isEqualTo(15.0);
    assertThat(frame.phases()).hasSize(2);
  }

  @Test
  void frame_ended_elapsedStandsStillAndOpenPhasesAreSkipped() {
    List<StampedEvent> events =
        List.of(
            new StampedEvent(
                5 * SECOND,
                Instant.EPOCH,
                new RunEvent.PhaseArmed(0, "direct-c1", 3, 8, List.of(), List.of(), 1)),
            new StampedEvent(6 * SECOND, Instant.EPOCH, new RunEvent.Finding("It is slow.")),
            new StampedEvent(7 * SECOND, Instant.EPOCH, new RunEvent.CancelRequested(false)),
            new StampedEvent(
                8 * SECOND, Instant.EPOCH, new RunEvent.RunEnded(Verdict.CANCELLED, "asked")));
    LiveRun ended =
        new LiveRun(
            summary(RunState.ENDED, Verdict.CANCELLED),
            PLAN,
            SECOND,
            SECOND,
            null,
            List.of(new LiveRun.SettledPhase(0, 3, 1, 0, 0)),
            events);

    LiveFrame frame = aggregator.frame(snapshot(ended, 60 * SECOND));

    assertThat(frame.elapsedSeconds()).isEqualTo(7.0);
    assertThat(frame.findings()).containsExactly(new LiveFrame.Note(5, "direct-c1", "It is slow."));
    assertThat(frame.events())
        .containsExactly(new LiveFrame.Note(6, "direct-c1", "cancelled: what runs is let finish"));
    assertThat(frame.phases())
        .extracting(PhaseRow::state)
        .containsExactly(PhaseRow.State.DONE, PhaseRow.State.SKIPPED);
  }

  @Test
  void frame_eachOne_hasTheNextSequence() {
    assertThat(frame(measuring(3), SECOND).sequence()).isEqualTo(1);
    assertThat(frame(measuring(3), 2 * SECOND).sequence()).isEqualTo(2);
  }

  @Test
  void buckets_holdEachSampleOnceBelowTheirEdge() {
    one.succeeds(99_000, 10_000, 16);
    one.succeeds(105_000, 10_000, 16);
    one.succeeds(110_000, 10_000, 16);

    LiveFrame frame = frame(measuring(3, one.sketch()), 12 * SECOND);

    assertThat(frame.ttft().buckets())
        .containsExactly(new LatencyView.Bucket(0.1, 1), new LatencyView.Bucket(0.1259, 2));
  }
}
