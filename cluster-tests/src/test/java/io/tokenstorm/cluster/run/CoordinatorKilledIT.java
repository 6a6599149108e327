package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.evidence.Spools;
import io.tokenstorm.cluster.scene.ChildJvm;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.CutRun;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.truth.TruthRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
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
  void kill_inTheSecondPhase_theWorkerGoesQuietAndWhatItHoldsCanBeCollected() throws Exception {
    Path run;
    long killed;
    Spools spool;
    Report before;
    try (CutRun cut = CutRun.make(directory, "5m")) {
      run = cut.run();
      killed = cut.killedNanos();
      Cluster.await().until(() -> System.nanoTime() - killed > LEASE.plusSeconds(1).toNanos());
      Cluster.await()
          .until(
              () ->
                  cut.target().replica("r1").inFlight() + cut.target().replica("r2").inFlight()
                      == 0);
      Cluster.await().until(() -> spool(run).recorded() == spool(run).issuedInAll());
      spool = spool(run);
      before = ReportBuilder.build(run);
      assertThat(measuredLines(run, "first"))
          .as("the settled phase's lines were written before the kill")
          .isEqualTo(60);
      try (ChildJvm collector = cut.takenUp("collect")) {
        assertThat(collector.awaitLine("outcome ([A-Z]+) .*"))
            .as("%s%n%s", collector.output(), cut.worker().output())
            .isEqualTo("INVALID");
      }
      assertThat(cut.worker().isAlive()).as("the worker outlives them both").isTrue();
    }
    Evidence evidence = Evidence.read(run, directory.resolve("truth.jsonl"));

    assertThat(before.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(before.phases()).hasSize(1);
    assertThat(before.phasesWithoutResult()).containsExactly("second");
    assertThat(evidence.recordsOf(0, LoadStage.MEASURE)).hasSize(60);
    RunChecks.bounded(evidence);
    ReportOracle.check(evidence);
    for (TruthRecord request : evidence.truth()) {
      assertThat(request.arrivalNanos() - killed)
          .as("arrival of %s after the kill, ns", request.requestId())
          .isLessThan(LEASE.plusSeconds(1).toNanos());
    }
    assertThat(spool.issuedInAll())
        .as("all that was sent was on the worker's disk")
        .isEqualTo(evidence.truth().size())
        .isEqualTo(spool.recorded());
    assertThat(evidence.records().stream().map(evidence::idOf).collect(Collectors.toSet()))
        .as("and has come in by now, none twice")
        .isEqualTo(
            evidence.truth().stream().map(TruthRecord::requestId).collect(Collectors.toSet()))
        .hasSameSizeAs(evidence.records());
  }

  private Spools spool(Path run) throws IOException {
    return Spools.of(CutRun.spools(directory), "w1", run.getFileName().toString());
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
}
