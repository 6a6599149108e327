package io.tokenstorm.cluster.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.scene.ChildJvm;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.health.ErrorBounds;
import io.tokenstorm.coordinator.health.HealthFigure;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.model.ClientReport;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.FaultSide;
import io.tokenstorm.replica.ReplicaSet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole run whose worker, a process of its own, loses its core half of the time in the second of
 * two phases. The replicas say how wrong the records really are.
 */
@Tag("alone")
@Timeout(90)
class ClientHealthIT {
  private static final String PHASES =
      """
      - {name: left-alone, route: direct, workload: short, concurrency: 4, measure: {at_least: 3s}}
      - {name: pushed-aside, route: direct, workload: short, concurrency: 4, measure: {at_least: 3s}}
      """;

  @TempDir Path directory;

  @Test
  void verdict_coreTakenAway_isLimitingWithBoundsThatHoldAndSaysSo() throws Exception {
    Path truth = directory.resolve("truth.jsonl");
    Path results;
    try (ReplicaSet target = ReplicaSet.pair("fast", truth);
        Cluster cluster = Cluster.start(directory, 1)) {
      ChildJvm worker = cluster.workerProcess("w1");
      String run = cluster.submit(Plans.text(target, "", PHASES));
      Cluster.await().until(() -> cluster.isMeasuring(1));
      try (Pulses pulses = Pulses.on(worker.pid())) {
        Cluster.await().until(() -> !cluster.isMeasuring(1));
      }
      results = cluster.outcome(run).directory();
    }
    Report report = ReportBuilder.read(results);
    GapTruth wrong = GapTruth.of(Evidence.read(results, truth));
    ClientReport alone = report.phases().get(0).proof().client();
    ClientReport pushed = report.phases().get(1).proof().client();
    System.out.printf(
        "gap errors p99 %.3f ms, sigma %.3f ms%nalone  %s%npushed %s%n",
        wrong.p99() * 1e3, wrong.sigma() * 1e3, alone, pushed);

    assertThat(pushed.verdict()).isEqualTo(ClientVerdict.LIMITING);
    assertThat(pushed.worstWorker()).isEqualTo("w1");
    assertThat(report.client()).isEqualTo(ClientVerdict.LIMITING);
    assertFound(report);

    ErrorBounds bounds = pushed.errorBounds();
    assertThat(bounds).isNotNull();
    assertThat(wrong.p99()).as("the truth: gaps of both phases").isGreaterThan(0.005);
    assertThat(bounds.gapP99()).isGreaterThan(wrong.p99() / 4);
    assertThat(alone.errorBounds()).isNotNull();
    assertThat(bounds.ttftP99()).as("stands still for 60 ms again and again").isBetween(0.04, 5.0);
    assertSeconds(results);
  }

  private static void assertFound(Report report) {
    List<Finding> said =
        report.findings().stream()
            .filter(f -> f.rule().equals("client_limiting") && "pushed-aside".equals(f.phase()))
            .toList();
    assertThat(said).hasSize(1);
    assertThat(said.get(0).fault()).isEqualTo(FaultSide.GENERATOR);
    assertThat(said.get(0).text()).contains("worker w1", "event loops were late");
  }

  /** Each second of the windows is on file, and the figures of the report are their sums. */
  private static void assertSeconds(Path results) {
    List<RunEvent.ClientSecond> seconds =
        RunDirectory.open(results).healthSeconds().stream()
            .map(stamped -> (RunEvent.ClientSecond) stamped.event())
            .filter(second -> second.phase() == 1)
            .toList();
    assertThat(seconds).hasSizeGreaterThanOrEqualTo(2);
    assertThat(seconds).allSatisfy(s -> assertThat(s.sample().lag().total()).isPositive());
    double probes =
        ReportBuilder.read(results)
            .phases()
            .get(1)
            .proof()
            .clientHealth()
            .get("w1")
            .get(HealthFigure.LAG_PROBES);
    assertThat(probes)
        .isEqualTo((double) seconds.stream().mapToLong(s -> s.sample().lag().total()).sum());
  }
}
