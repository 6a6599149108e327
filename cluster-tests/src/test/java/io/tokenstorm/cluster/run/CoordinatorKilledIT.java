package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.evidence.Spools;
import io.tokenstorm.cluster.scene.ChildJvm;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.CoordinatorMain;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.cluster.scene.WorkerMain;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator process that is killed in the measured window of its second phase. */
@Timeout(120)
class CoordinatorKilledIT {
  private static final Duration LEASE = Duration.ofMillis(2500);

  @TempDir Path directory;

  @Test
  void kill_inTheSecondPhase_theFirstCanBeReportedAndTheWorkerGoesQuiet() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    Path run;
    long killed;
    Spools spool;
    try (ReplicaSet target = ReplicaSet.pair("fast", truth)) {
      String text =
          Plans.text(
              target,
              "",
              """
              - {name: first, route: direct, workload: short, concurrency: 4, measure: {requests: 60}}
              - {name: second, route: direct, workload: short, concurrency: 4, measure: {at_least: 5m}}
              """);
      Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
      String results = directory.resolve("results").toString();
      String spools = directory.resolve("spools").toString();
      try (ChildJvm coordinator =
          ChildJvm.start(
              "coordinator", directory, CoordinatorMain.class, results, "1", plan.toString())) {
        String join = coordinator.awaitLine("remoting (.*)");
        try (ChildJvm worker =
            ChildJvm.start("w1", directory, WorkerMain.class, "w1", join, spools)) {
          run = Path.of(coordinator.awaitLine("directory (.*)"));
          Cluster.await().until(() -> measuresSecond(run) && target.replica("r1").inFlight() > 0);
          coordinator.kill();
          killed = System.nanoTime();
          Cluster.await().until(() -> System.nanoTime() - killed > LEASE.plusSeconds(1).toNanos());
          Cluster.await()
              .until(() -> target.replica("r1").inFlight() + target.replica("r2").inFlight() == 0);
          assertThat(worker.isAlive()).as("the worker outlives its coordinator").isTrue();
          Cluster.await().until(() -> spool(run).recorded() == spool(run).issuedInAll());
          spool = spool(run);
        }
      }
    }
    assertThat(measuredLines(run, "first"))
        .as("the settled phase's lines were written before the kill")
        .isEqualTo(60);

    Report report = ReportBuilder.build(run);
    Evidence evidence = Evidence.read(run, truth);

    assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(report.phases()).hasSize(1);
    assertThat(report.phasesWithoutResult()).containsExactly("second");
    assertThat(evidence.recordsOf(0, LoadStage.MEASURE)).hasSize(60);
    RunChecks.bounded(evidence);
    ReportOracle.check(evidence);
    for (TruthRecord request : evidence.truth()) {
      assertThat(request.arrivalNanos() - killed)
          .as("arrival of %s after the kill, ns", request.requestId())
          .isLessThan(LEASE.plusSeconds(1).toNanos());
    }
    assertThat(spool.issuedInAll())
        .as("all that was sent is on the worker's disk")
        .isEqualTo(evidence.truth().size())
        .isEqualTo(spool.recorded());
  }

  private Spools spool(Path run) throws IOException {
    return Spools.of(directory.resolve("spools"), "w1", run.getFileName().toString());
  }

  private static long measuredLines(Path run, String phase) throws IOException {
    try (InputStream lines =
        new GZIPInputStream(Files.newInputStream(run.resolve("records.jsonl.gz")))) {
      return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(l -> l.contains("\"phase\":\"" + phase + "\""))
          .filter(l -> l.contains("\"stage\":\"measure\""))
          .count();
    }
  }

  private static boolean measuresSecond(Path run) {
    return Files.exists(run.resolve("events.jsonl"))
        && RunDirectory.open(run).events().stream()
            .map(StampedEvent::event)
            .filter(RunEvent.StageOpened.class::isInstance)
            .map(RunEvent.StageOpened.class::cast)
            .anyMatch(
                o ->
                    o.phase() == 1
                        && o.stage() == LoadStage.MEASURE
                        && System.nanoTime() > o.opensAtNanos());
  }
}
