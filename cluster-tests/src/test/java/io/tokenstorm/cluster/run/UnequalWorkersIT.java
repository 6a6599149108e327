package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Evidence.RequestName;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers that declare unequal weights hold the slots at the replicas by these weights, exactly.
 */
@Timeout(120)
class UnequalWorkersIT {
  private static final String PHASES =
      """
      - {name: even, route: direct, workload: short, concurrency: 16, measure: {requests: 96}}
      - {name: rest, route: direct, workload: short, concurrency: 11, measure: {requests: 66}}
      """;

  /** 11 × 1, 2, 5 / 8 = 1.375, 2.75, 6.875: the two left over go to the larger rests. */
  private static final List<Map<String, Integer>> SHARES =
      List.of(Map.of("a", 2, "b", 4, "c", 10), Map.of("a", 1, "b", 3, "c", 7));

  @TempDir Path directory;

  @Test
  void weights_1_2_5_areInFlightAtTheReplicasAsDeclared() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    Path path;
    try (ReplicaSet target = ReplicaSet.pair("fast", truth);
        Cluster cluster = Cluster.start(directory, 3)) {
      cluster.worker("c", 5);
      cluster.worker("a", 1);
      cluster.worker("b", 2);
      path = cluster.run(Plans.text(target, "", PHASES)).directory();
    }
    Evidence run = Evidence.read(path, truth);
    RunChecks.undisturbed(run);
    List<RunEvent.PhaseArmed> armed = run.all(RunEvent.PhaseArmed.class);
    assertThat(armed).hasSize(SHARES.size());
    for (int phase = 0; phase < SHARES.size(); phase++) {
      check(run, armed.get(phase), SHARES.get(phase));
    }
  }

  private static void check(Evidence run, RunEvent.PhaseArmed armed, Map<String, Integer> shares) {
    assertThat(armed.shares()).hasSize(shares.size());
    for (RunEvent.Share share : armed.shares()) {
      assertThat(share.slots()).as(share.worker()).isEqualTo(shares.get(share.worker()));
      List<TruthRecord> its =
          run.truthOf(armed.phase()).stream()
              .filter(t -> owner(t, armed).equals(share.worker()))
              .toList();
      assertThat(TruthLog.maxInFlight(its))
          .as("in flight from %s in %s", share.worker(), armed.name())
          .isEqualTo(share.slots());
    }
  }

  private static String owner(TruthRecord seen, RunEvent.PhaseArmed armed) {
    return RunChecks.ownerOf(RequestName.of(seen.requestId()).slot(), armed);
  }
}
