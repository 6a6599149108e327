package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.scene.ChildJvm;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.CoordinatorMain;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.cluster.scene.WorkerMain;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.ReplicaSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One plan on one worker, on four, and on a coordinator and three workers as separate JVMs. */
@Timeout(180)
class SamePlanIT {
  private static final String PHASES =
      """
      - {name: by-time, route: direct, workload: short, concurrency: 5}
      - {name: by-count, route: gateway, workload: short, concurrency: 8, warmup: {duration: 400ms, drain: false}, measure: {requests: 100}}
      - {name: by-both, route: aware, workload: shared, concurrency: 7, measure: {at_least: 800ms, requests: 50}}
      - {name: not-streamed, route: gateway, workload: short, concurrency: 4, api: openai-completions, stream: false, warmup: none, measure: {requests: 12}}
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void run_embedded_isWhatTheReplicasSaw(int workers) throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    Path run;
    try (ReplicaSet target = ReplicaSet.pair("fast", truth);
        Cluster cluster = Cluster.embedded(directory, workers)) {
      run = cluster.run(Plans.text(target, "", PHASES)).directory();
    }
    check(Evidence.read(run, truth), workers);
  }

  @Test
  void run_asSeparateJvms_isWhatTheReplicasSaw() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    Path run;
    List<ChildJvm> children = new ArrayList<>();
    try (ReplicaSet target = ReplicaSet.pair("fast", truth)) {
      Path plan = Files.writeString(directory.resolve("plan.yaml"), Plans.text(target, "", PHASES));
      String results = directory.resolve("results").toString();
      ChildJvm coordinator =
          ChildJvm.start(
              "coordinator", directory, CoordinatorMain.class, results, "3", plan.toString());
      children.add(coordinator);
      String join = coordinator.awaitLine("remoting (.*)");
      String spools = directory.resolve("spools").toString();
      for (int i = 1; i <= 3; i++) {
        children.add(ChildJvm.start("w" + i, directory, WorkerMain.class, "w" + i, join, spools));
      }
      run = Path.of(coordinator.awaitLine("directory (.*)"));
      coordinator.awaitLine("(outcome .*)");
    } finally {
      for (ChildJvm child : children) {
        child.close();
      }
    }
    check(Evidence.read(run, truth), 3);
  }

  private static void check(Evidence run, int workers) throws Exception {
    RunChecks.validOnThisMachine(run);
    RunChecks.undisturbed(run);
    ReportOracle.check(run);
    assertThat(run.recordsOf(1, LoadStage.MEASURE)).hasSize(100);
    assertThat(run.recordsOf(2, LoadStage.MEASURE)).hasSizeGreaterThanOrEqualTo(50);
    assertThat(run.recordsOf(3, LoadStage.MEASURE)).hasSize(12);
    for (RunEvent.PhaseArmed armed : run.all(RunEvent.PhaseArmed.class)) {
      assertThat(armed.shares()).hasSize(workers);
      assertThat(armed.shares().stream().mapToInt(RunEvent.Share::slots).max().orElseThrow())
          .isEqualTo((armed.concurrency() + workers - 1) / workers);
    }
  }
}
