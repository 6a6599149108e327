package io.tokenstorm.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.ReportOracle;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.scene.ChildJvm;
import io.tokenstorm.cluster.scene.CutRun;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Path;
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
    Path run;
    int firstEpoch;
    try (CutRun cut = CutRun.make(directory, "3s")) {
      run = cut.run();
      firstEpoch = lastEpoch(run);
      try (ChildJvm next = cut.takenUp("resume")) {
        assertThat(next.awaitLine("outcome ([A-Z]+) .*"))
            .as("%s%n%s", next.output(), cut.worker().output())
            .isEqualTo("VALID");
      }
      assertThat(cut.worker().isAlive()).isTrue();
    }
    Evidence evidence = Evidence.read(run, directory.resolve("truth.jsonl"));

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
    return CutRun.events(run).stream()
        .filter(RunEvent.PhaseArmed.class::isInstance)
        .mapToInt(e -> ((RunEvent.PhaseArmed) e).epoch())
        .max()
        .orElseThrow();
  }
}
