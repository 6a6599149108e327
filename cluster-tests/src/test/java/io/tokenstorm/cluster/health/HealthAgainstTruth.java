package io.tokenstorm.cluster.health;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.health.HealthFigure;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.model.ClientReport;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Holds what a worker says of itself against the truth of the same run, by hand: {@code PROFILE
 * STREAMS SECONDS}. The worker is a process of its own; load the machine as you like meanwhile. The
 * limits of the verdict in {@code docs/metrics.md} rest on such runs.
 */
final class HealthAgainstTruth {
  private HealthAgainstTruth() {}

  public static void main(String[] args) throws Exception {
    String profile = args[0];
    int streams = Integer.parseInt(args[1]);
    int seconds = Integer.parseInt(args[2]);
    Path directory = Files.createTempDirectory("health-against-truth");
    String phase =
        "- {name: it, route: direct, workload: short, concurrency: %d, output_tokens: 64, measure: {at_least: %ds}, timeout: {idle: 30s, total: 60s}}"
            .formatted(streams, seconds);
    Path truth = directory.resolve("truth.jsonl");
    Path run;
    try (ReplicaSet target = ReplicaSet.pair(profile, truth);
        Cluster cluster = Cluster.start(directory, 1)) {
      cluster.workerProcess("w1");
      run = cluster.run(Plans.text(target, "", phase)).directory();
    }
    print(args, ReportBuilder.read(run).phases().get(0), Evidence.read(run, truth));
  }

  private static void print(String[] args, PhaseReport report, Evidence evidence) {
    GapTruth gaps = GapTruth.of(evidence);
    ClientReport client = report.proof().client();
    Map<String, Double> figures = report.proof().clientHealth().get("w1");
    System.out.printf(
        Locale.ROOT,
        "%s %s streams %.0f tok/s | truth: gap sigma %.3f p99 %.3f, TTFT p99 %.3f ms"
            + " | told: gap sigma %.3f p99 %.3f, lag p50 %.3f p99 %.3f max %.1f ms, loop %.0f %%,"
            + " other cores %.2f | %s %s%n",
        args[0],
        args[1],
        report.measured().outputTokensPerSecond(),
        gaps.sigma() * 1e3,
        gaps.p99() * 1e3,
        ttftErrorP99(evidence) / 1e6,
        figures.get(HealthFigure.GAP_ERROR_SIGMA) * 1e3,
        figures.get(HealthFigure.GAP_ERROR_P99) * 1e3,
        figures.get(HealthFigure.LAG_P50) * 1e3,
        figures.get(HealthFigure.LAG_P99) * 1e3,
        figures.get(HealthFigure.LAG_MAX) * 1e3,
        figures.get(HealthFigure.LOOP_SHARE) * 1e2,
        figures.getOrDefault(HealthFigure.OTHER_CORES, -1.0),
        client.verdict().label(),
        client.reasons());
  }

  /**
   * Arrival of the first token in the record − its write by the replica, by rank: the error of a
   * TTFT. One clock, as all are on one machine; the record log's shift between them is
   * microseconds.
   */
  private static double ttftErrorP99(Evidence evidence) {
    Map<String, Merged> records = evidence.recordsById();
    LongStream.Builder errors = LongStream.builder();
    for (TruthRecord truth : evidence.truth()) {
      Merged merged = records.get(truth.requestId());
      if (merged != null
          && merged.record().key().stage() == LoadStage.MEASURE
          && merged.record().succeeded()) {
        Instants at = merged.record().instants();
        errors.add(at.sentNanos() + at.firstTokenNanos() - truth.firstTokenNanos());
      }
    }
    long[] sorted = errors.build().sorted().toArray();
    return sorted[(int) Math.ceil(0.99 * sorted.length) - 1];
  }
}
