package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.replica.ReplicaSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A user who asks for the end once, and one who asks twice. */
@Timeout(90)
class CancelIT {
  @TempDir Path directory;

  @Test
  void cancel_once_whatRunsIsLetFinish() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    try (ReplicaSet target = ReplicaSet.pair("fast", truth);
        Cluster cluster = Cluster.embedded(directory, 2)) {
      String run = cluster.submit(plan(target, 150));
      Cluster.await().until(() -> cluster.isMeasuring(0) && inFlight(target) == 6);
      cluster.service().cancel(run, false).toCompletableFuture().get(10, TimeUnit.SECONDS);
      outcome = cluster.outcome(run);
    }
    Evidence evidence = Evidence.read(outcome.directory(), truth);

    cancelled(outcome, evidence);
    RunChecks.everyRequestOnce(evidence);
    assertThat(evidence.truth()).allMatch(t -> t.ended().equals("done"));
    assertThat(evidence.records()).allMatch(m -> m.record().succeeded());
    assertThat(evidence.report().get("phases").get(0).get("cut").asLong()).isZero();
  }

  @Test
  void cancel_twice_whatRunsIsCut() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    long asked;
    try (ReplicaSet target = ReplicaSet.pair("fast", truth);
        Cluster cluster = Cluster.embedded(directory, 2)) {
      String run = cluster.submit(plan(target, 20_000));
      Cluster.await().until(() -> cluster.isMeasuring(0) && inFlight(target) == 6);
      asked = System.nanoTime();
      cluster.service().cancel(run, false).toCompletableFuture().get(10, TimeUnit.SECONDS);
      cluster.service().cancel(run, false).toCompletableFuture().get(10, TimeUnit.SECONDS);
      outcome = cluster.outcome(run);
      assertThat(System.nanoTime() - asked).isLessThan(Duration.ofSeconds(15).toNanos());
      Cluster.await().until(() -> inFlight(target) == 0);
    }
    Evidence evidence = Evidence.read(outcome.directory(), truth);

    cancelled(outcome, evidence);
    RunChecks.everyRequestOnce(evidence);
    assertThat(evidence.truth()).hasSize(6).allMatch(t -> t.ended().equals("client_closed"));
    assertThat(evidence.records()).allMatch(m -> m.record().outcome() instanceof Outcome.Cut);
    assertThat(evidence.report().get("phases").get(0).get("cut").asLong()).isEqualTo(6);
  }

  private static String plan(ReplicaSet target, int outputTokens) {
    return Plans.text(
        target,
        "",
        """
        - {name: long, route: direct, workload: short, concurrency: 6, output_tokens: %d, warmup: none, measure: {at_least: 5m}, timeout: {idle: 5m, total: 5m}}
        - {name: never, route: direct, workload: short, concurrency: 1}
        """
            .formatted(outputTokens));
  }

  private static int inFlight(ReplicaSet target) {
    return target.replica("r1").inFlight() + target.replica("r2").inFlight();
  }

  private static void cancelled(RunOutcome outcome, Evidence evidence) throws Exception {
    assertThat(outcome.verdict()).as(evidence.story()).isEqualTo(Verdict.CANCELLED);
    assertThat(outcome.cause()).isEqualTo(EndCause.CANCELLED);
    assertThat(evidence.report().get("verdict").asText()).isEqualTo("CANCELLED");
    assertThat(evidence.all(RunEvent.PhaseSettled.class)).hasSize(1);
    assertThat(evidence.report().get("phases_without_result").get(0).asText()).isEqualTo("never");
    RunChecks.bounded(evidence);
    ReportOracle.check(evidence);
  }
}
