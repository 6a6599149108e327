package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.worker.actor.WorkerEnd;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers that come while a run is on: one more, and one whose id is taken. */
@Timeout(90)
class MembershipIT {
  @TempDir Path directory;

  @Test
  void join_whileAPhaseRuns_servesFromTheNextAndATakenIdIsRefused() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    WorkerEnd refused;
    CapturedLog log = CapturedLog.start();
    try (log;
        ReplicaSet target = ReplicaSet.pair("fast", truth);
        Cluster cluster = Cluster.embedded(directory, 1)) {
      String run =
          cluster.submit(
              Plans.text(
                  target,
                  "",
                  """
                  - {name: before, route: direct, workload: short, concurrency: 4, measure: {at_least: 7s}}
                  - {name: after, route: direct, workload: short, concurrency: 4}
                  """));
      Cluster.await().until(() -> cluster.isMeasuring(0));
      cluster.worker("w2");
      refused =
          cluster
              .workerApart("w1", directory.resolve("other-spools"))
              .whenEnded()
              .toCompletableFuture()
              .get(30, TimeUnit.SECONDS);
      assertThat(cluster.isMeasuring(0)).as("all this while the first phase ran").isTrue();
      outcome = cluster.outcome(run);
    }
    Evidence evidence = Evidence.read(outcome.directory(), truth);

    assertThat(refused.reason()).isEqualTo(WorkerEnd.Reason.REFUSED);
    assertThat(refused.detail()).contains("w1", "another process", "another id");
    assertThat(log.lines().stream().filter(l -> l.contains(refused.detail())))
        .as("both sides say why")
        .anyMatch(l -> l.startsWith("io.tokenstorm.coordinator.actor.CoordinatorActor"))
        .anyMatch(l -> l.startsWith("io.tokenstorm.worker.node.WorkerNode"));
    assertThat(outcome.cause()).as(evidence.story()).isEqualTo(EndCause.DONE);
    RunChecks.undisturbed(evidence);
    assertThat(evidence.all(RunEvent.PhaseArmed.class).get(0).shares())
        .extracting(RunEvent.Share::worker)
        .containsExactly("w1");
    assertThat(
            evidence.recordsOf(1, LoadStage.MEASURE).stream()
                .map(Evidence.Merged::worker)
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder("w1", "w2");
  }
}
