package io.tokenstorm.path;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.replica.ReplicaConfig;
import io.tokenstorm.replica.SimulatedReplica;
import io.tokenstorm.replica.metrics.MetricNames;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run over two engines that tell of themselves under different names, and one that is gone. */
class ReplicaMetricsIT {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path directory;

  private SimulatedReplica replica(String name, MetricNames names, TruthLog truth)
      throws Exception {
    return SimulatedReplica.start(
        ReplicaConfig.load("fast").withMetricNames(names), name, 0, truth);
  }

  private static String yaml(SimulatedReplica first, SimulatedReplica second) {
    String phases =
        """
        - {name: a, route: pair, workload: short, concurrency: 4}
        - {name: b, route: pair, workload: shared, concurrency: 4, measure: {requests: 60}}
        """;
    return Runs.yaml("http://127.0.0.1:1", phases)
            .replaceFirst(
                "direct: .*",
                "pair: {replicas: [\"" + first.url() + "\", \"" + second.url() + "\"]}")
            .replaceFirst("at_least: 3s", "at_least: 1s")
            .replaceFirst(
                "short: .*",
                "short: {input_tokens: 300}\n"
                    + "  shared: {input_tokens: 300, prefix: {tokens: 200, groups: 1}}")
        + "replica_metrics: {every: 200ms, urls: {r1: \""
        + first.url()
        + "\", r2: \""
        + second.url()
        + "\", gone: \""
        + first.url()
        + "/nothing\"}}\n";
  }

  @Test
  void run_withTheReplicasOwnMetrics_agreesWithTheirTruthLog() throws Exception {
    Path log = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    try (TruthLog truth = TruthLog.create(log);
        SimulatedReplica r1 = replica("r1", MetricNames.VLLM, truth);
        SimulatedReplica r2 = replica("r2", MetricNames.SGLANG, truth);
        LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      cluster.worker("w1");
      outcome = cluster.run(LoopbackCluster.plan(yaml(r1, r2)));
    }

    assertThat(outcome.verdict()).as(Runs.told(outcome)).isEqualTo(Verdict.VALID);
    JsonNode report = JSON.readTree(Files.readString(outcome.directory().resolve("report.json")));
    List<TruthRecord> seen = TruthLog.read(log);
    for (int phase = 0; phase < 2; phase++) {
      for (String replica : List.of("r1", "r2")) {
        JsonNode told = report.at("/phases/" + phase + "/replica_metrics/" + replica);
        List<TruthRecord> truth = measured(outcome, seen, phase, replica);
        String what = replica + " in phase " + phase + ": " + told;
        assertThat(truth).as(what).isNotEmpty();
        agrees(what, told.path("generation_tokens"), truth, TruthRecord::outputTokens);
        agrees(what, told.path("prompt_tokens"), truth, TruthRecord::promptTokens);
        agrees(what, told.path("prefix_queries"), truth, TruthRecord::promptTokens);
        agrees(what, told.path("prefix_hits"), truth, TruthRecord::cachedTokens);
        assertThat(told.path("from_offset_seconds").asDouble()).as(what).isNegative();
        assertThat(told.path("resets").asLong()).as(what).isZero();
      }
    }
    assertThat(report.at("/phases/0/replica_metrics/r1/engine").asText()).isEqualTo("vllm");
    assertThat(report.at("/phases/0/replica_metrics/r2/engine").asText()).isEqualTo("sglang");
    assertThat(report.at("/phases/0/replica_metrics/r1/running/max").asDouble())
        .isBetween(1.0, 2.0);
    assertThat(report.at("/phases/1/replica_metrics/r1/prefix_hit_rate").asDouble())
        .isBetween(0.3, 1.0);
    assertThat(report.path("findings").findValuesAsText("rule")).contains("replica_metrics_unread");
    assertThat(report.path("findings").toString()).contains("HTTP 404 at /nothing");
    String page = Files.readString(outcome.directory().resolve("report.html"));
    assertThat(page.contains("own metrics</h3>")).as("a table of the page").isTrue();
  }

  private static void agrees(
      String what, JsonNode told, List<TruthRecord> truth, ToLongFunction<TruthRecord> of) {
    assertThat(told.isIntegralNumber()).as(what).isTrue();
    assertThat(told.asLong()).as(what).isEqualTo(truth.stream().mapToLong(of).sum());
  }

  /** By when they arrived: nothing else is sent between a window's opening and its last end. */
  private static List<TruthRecord> measured(
      RunOutcome outcome, List<TruthRecord> seen, int phase, String replica) {
    List<RunEvent> events =
        RunDirectory.open(outcome.directory()).events().stream().map(e -> e.event()).toList();
    long opens =
        events.stream()
            .filter(RunEvent.StageOpened.class::isInstance)
            .map(RunEvent.StageOpened.class::cast)
            .filter(e -> e.phase() == phase && e.stage().name().equals("MEASURE"))
            .mapToLong(RunEvent.StageOpened::opensAtNanos)
            .findFirst()
            .orElseThrow();
    long settled =
        RunDirectory.open(outcome.directory()).events().stream()
            .filter(e -> e.event() instanceof RunEvent.PhaseSettled s && s.phase() == phase)
            .mapToLong(e -> e.atNanos())
            .findFirst()
            .orElseThrow();
    return seen.stream()
        .filter(r -> r.replica().equals(replica))
        .filter(r -> r.arrivalNanos() >= opens && r.arrivalNanos() <= settled)
        .toList();
  }
}
