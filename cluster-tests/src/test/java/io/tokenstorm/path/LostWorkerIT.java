package io.tokenstorm.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import io.tokenstorm.worker.actor.WorkerEnd;
import io.tokenstorm.worker.node.WorkerNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LostWorkerIT {
  private static final Duration LONG = Duration.ofSeconds(40);
  private static final String PHASE =
      """
      - {name: a, route: direct, workload: short, concurrency: 4, output_tokens: 200,
         measure: {at_least: 10m}}
      - {name: b, route: direct, workload: short, concurrency: 2, measure: {at_least: 1s}}
      """;

  @TempDir Path directory;

  @Test
  void worker_killedWhileMeasuring_invalidatesTheRunAndItsLossIsExact() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    long killedAt;
    long endedAt;
    try (ReplicaSet replicas = ReplicaSet.pair("fast", truth);
        LoopbackCluster cluster = new LoopbackCluster(directory, 2)) {
      cluster.worker("w1");
      Process victim = cluster.process("w2");
      String url = replicas.replica("r1").url().toString();
      String run = cluster.submit(LoopbackCluster.plan(Runs.yaml(url, PHASE)));
      Awaitility.await().atMost(LONG).until(() -> measured(cluster, "w2") > 10);
      killedAt = Ticker.system().nanos();
      victim.destroyForcibly().waitFor();
      outcome = cluster.await(run);
      endedAt = Ticker.system().nanos();
    }

    assertThat(outcome.verdict()).as(Runs.told(outcome)).isEqualTo(Verdict.INVALID);
    assertThat(outcome.cause()).isEqualTo(EndCause.WORKER_LOST);
    assertThat(outcome.reason()).contains("w2");
    assertThat(endedAt - killedAt).isLessThan(Duration.ofSeconds(25).toNanos());
    RunEvent.Tally lost =
        Runs.events(outcome, RunEvent.PhaseSettled.class).get(0).tallies().stream()
            .filter(t -> t.worker().equals("w2") && t.stage() == LoadStage.MEASURE)
            .findFirst()
            .orElseThrow();
    assertThat(lost.lostAtMost()).as(Runs.told(outcome)).isEqualTo(lost.lostAtLeast());
    assertThat(lost.issued()).isEqualTo(lost.merged() + lost.lostAtLeast());
    List<TruthRecord> seen = TruthLog.read(truth);
    String measured = outcome.run() + "/1/0/m/";
    long fromVictim =
        seen.stream()
            .filter(r -> r.requestId().startsWith(measured))
            .filter(r -> slotOf(r) >= 2)
            .count();
    // issued is counted before the send: the kill may have come in between, once a slot
    assertThat(lost.issued()).isBetween(fromVictim, fromVictim + 2);
    assertThat(TruthLog.maxInFlight(seen)).isLessThanOrEqualTo(4);
  }

  private static int slotOf(TruthRecord record) {
    return Integer.parseInt(record.requestId().split("/")[4]);
  }

  private static long measured(LoopbackCluster cluster, String worker) {
    return cluster.service().liveSnapshot().workers().stream()
        .filter(w -> w.worker().equals(worker) && w.status() != null)
        .mapToLong(w -> w.status().measure().recorded())
        .sum();
  }

  @Test
  void worker_thatLeavesInGoodOrder_whileIdle_isGoneWithoutAFuss() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      WorkerNode worker = cluster.worker("w1");
      Awaitility.await().atMost(LONG).until(() -> state(cluster) == LiveWorker.State.WAITING);

      worker.leave("enough").toCompletableFuture().get(40, TimeUnit.SECONDS);

      Awaitility.await().atMost(LONG).until(() -> state(cluster) == LiveWorker.State.LOST);
    }
  }

  private static LiveWorker.State state(LoopbackCluster cluster) {
    return cluster.service().liveSnapshot().workers().stream()
        .map(LiveWorker::state)
        .findFirst()
        .orElse(null);
  }

  @Test
  void worker_withATakenId_isRefused_andTheFirstServesOn() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      cluster.process("w1");
      Awaitility.await().atMost(LONG).until(() -> state(cluster) == LiveWorker.State.WAITING);

      WorkerEnd end =
          cluster.rival("w1").whenEnded().toCompletableFuture().get(40, TimeUnit.SECONDS);

      assertThat(end.reason()).isEqualTo(WorkerEnd.Reason.REFUSED);
      assertThat(end.detail()).contains("'w1'", "another id");
      assertThat(state(cluster)).isEqualTo(LiveWorker.State.WAITING);
    }
  }

  @Test
  void worker_ofAnotherRelease_isRefusedWithBothVersions() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      Process process = cluster.process("w1", "0.0.1");

      assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
      assertThat(directory.resolve("w1.out")).content().contains("0.0.1", "the coordinator test");
      assertThat(cluster.service().liveSnapshot().workers()).isEmpty();
    }
  }
}
