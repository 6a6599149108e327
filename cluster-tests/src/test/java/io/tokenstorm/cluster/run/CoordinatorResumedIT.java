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
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator process that is killed in the measured window of its second phase, and another one
 * that goes on with the run, at the same address, with the worker that lives on.
 */
@Timeout(120)
class CoordinatorResumedIT {
  @TempDir Path directory;

  @Test
  void kill_inTheSecondPhase_anotherCoordinatorKeepsTheFirstAndMeasuresTheSecondAnew()
      throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    Path run;
    int firstEpoch;
    try (ReplicaSet target = ReplicaSet.pair("fast", truth)) {
      String text =
          Plans.text(
              target,
              "",
              """
              - {name: first, route: direct, workload: short, concurrency: 4, measure: {requests: 60}}
              - {name: second, route: direct, workload: short, concurrency: 4, measure: {at_least: 3s}}
              """);
      Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
      String results = directory.resolve("results").toString();
      String spools = directory.resolve("spools").toString();
      try (ChildJvm coordinator =
          ChildJvm.start(
              "killed", directory, CoordinatorMain.class, results, "1", plan.toString())) {
        String join = coordinator.awaitLine("remoting (.*)");
        try (ChildJvm worker =
            ChildJvm.start("w1", directory, WorkerMain.class, "w1", join, spools)) {
          run = Path.of(coordinator.awaitLine("directory (.*)"));
          Cluster.await().until(() -> measuresSecond(run) && target.replica("r1").inFlight() > 0);
          coordinator.kill();
          firstEpoch = lastEpoch(run);
          String port = join.substring(join.lastIndexOf(':') + 1);
          try (ChildJvm next =
              ChildJvm.start(
                  "next", directory, CoordinatorMain.class, results, "1", port, run.toString())) {
            assertThat(next.awaitLine("outcome ([A-Z]+) .*"))
                .as("%s%n%s", next.output(), worker.output())
                .isEqualTo("VALID");
          }
          assertThat(worker.isAlive()).isTrue();
        }
      }
    }
    Evidence evidence = Evidence.read(run, truth);

    assertThat(evidence.report().get("phases")).hasSize(2);
    assertThat(evidence.settled(1).epoch())
        .as("no old epoch is used again")
        .isGreaterThan(firstEpoch);
    assertThat(evidence.recordsOf(0, LoadStage.MEASURE)).hasSize(60);
    assertThat(evidence.all(RunEvent.ArmingGivenUp.class))
        .anySatisfy(given -> assertThat(given.epoch()).isEqualTo(firstEpoch));
    assertThat(evidence.report().get("findings").findValuesAsText("rule")).contains("restarted");
    RunChecks.bounded(evidence);
    ReportOracle.check(evidence);
    assertThat(evidence.records().stream().map(evidence::idOf).collect(Collectors.toSet()))
        .as("each request that a replica saw is merged, none twice")
        .isEqualTo(
            evidence.truth().stream().map(TruthRecord::requestId).collect(Collectors.toSet()))
        .hasSameSizeAs(evidence.records());
  }

  private static int lastEpoch(Path run) {
    return events(run).stream()
        .filter(RunEvent.PhaseArmed.class::isInstance)
        .mapToInt(e -> ((RunEvent.PhaseArmed) e).epoch())
        .max()
        .orElseThrow();
  }

  private static boolean measuresSecond(Path run) {
    return events(run).stream()
        .filter(RunEvent.StageOpened.class::isInstance)
        .map(RunEvent.StageOpened.class::cast)
        .anyMatch(
            o ->
                o.phase() == 1
                    && o.stage() == LoadStage.MEASURE
                    && System.nanoTime() > o.opensAtNanos());
  }

  private static List<RunEvent> events(Path run) {
    return Files.exists(run.resolve("events.jsonl"))
        ? RunDirectory.open(run).events().stream().map(StampedEvent::event).toList()
        : List.of();
  }
}
