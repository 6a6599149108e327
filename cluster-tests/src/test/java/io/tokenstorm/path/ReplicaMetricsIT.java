package io.tokenstorm.path;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.telemetry.MergedWindow;
import io.tokenstorm.replica.ReplicaConfig;
import io.tokenstorm.replica.SimulatedReplica;
import io.tokenstorm.replica.metrics.MetricNames;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.awaitility.Awaitility;
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
    final RunOutcome outcome;
    try (TruthLog truth = TruthLog.create(log);
        SimulatedReplica r1 = replica("r1", MetricNames.VLLM, truth);
        SimulatedReplica r2 = replica("r2", MetricNames.SGLANG, truth);
        LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      cluster.worker("w1");
      outcome = cluster.run(LoopbackCluster.plan(yaml(r1, r2)));
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(told(cluster)).isEqualTo(succeeded(outcome)));
    }

    assertThat(outcome.verdict()).as(Runs.told(outcome)).isEqualTo(Verdict.VALID);
    JsonNode report = JSON.readTree(Files.readString(outcome.directory().resolve("report.json")));
    List<TruthRecord> seen = TruthLog.read(log);
    for (int phase = 0; phase < 2; phase++) {
      for (String replica : List.of("r1", "r2")) {
        JsonNode told = report.at("/phases/" + phase + "/replica_metrics/" + replica);
        Truth truth = Truth.of(outcome, phase, told, requests(seen, replica));
        String what = replica + " in phase " + phase + ": " + told;
        assertThat(truth.measured()).as(what).isNotEmpty();
        agrees(what, told.path("generation_tokens"), truth.sum(TruthRecord::outputTokens));
        agrees(what, told.path("prompt_tokens"), truth.sum(TruthRecord::promptTokens));
        agrees(what, told.path("prefix_queries"), truth.sum(TruthRecord::promptTokens));
        agrees(what, told.path("prefix_hits"), truth.sum(TruthRecord::cachedTokens));
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

  /** What Prometheus is told: the sketches of all windows, the last of each included. */
  private static long told(LoopbackCluster cluster) {
    return cluster.service().loadTotals().values().stream().mapToLong(MergedWindow::success).sum();
  }

  private static long succeeded(RunOutcome outcome) {
    return Runs.events(outcome, RunEvent.PhaseSettled.class).stream()
        .flatMap(settled -> settled.tallies().stream())
        .mapToLong(RunEvent.Tally::success)
        .sum();
  }

  private static void agrees(String what, JsonNode told, long[] bounds) {
    assertThat(told.isIntegralNumber()).as(what).isTrue();
    assertThat(told.asLong()).as(what).isBetween(bounds[0], bounds[1]);
  }

  private static List<TruthRecord> requests(List<TruthRecord> seen, String replica) {
    return seen.stream().filter(r -> r.replica().equals(replica)).toList();
  }

  /**
   * What a replica saw of a phase. Measured is what arrived from the moment that the warmup had
   * ended and the window was set, which is before its opening by more than two clocks can differ,
   * until all of its records were in.
   *
   * @param measured requests of the window
   * @param warming requests of its warmup that the counters may contain: none, unless the machine
   *     was so slow that the reading before the window came too late and an earlier one counts
   */
  private record Truth(List<TruthRecord> measured, List<TruthRecord> warming) {

    static Truth of(RunOutcome outcome, int phase, JsonNode told, List<TruthRecord> seen) {
      List<StampedEvent> events = RunDirectory.open(outcome.directory()).events();
      StampedEvent set =
          noted(
              events,
              e ->
                  e instanceof RunEvent.StageOpened opened
                      && opened.phase() == phase
                      && opened.stage() == LoadStage.MEASURE);
      StampedEvent armed =
          noted(events, e -> e instanceof RunEvent.PhaseArmed of && of.phase() == phase);
      StampedEvent settled =
          noted(events, e -> e instanceof RunEvent.PhaseSettled over && over.phase() == phase);
      long opens = ((RunEvent.StageOpened) set.event()).opensAtNanos();
      long from = opens + (long) (told.path("from_offset_seconds").asDouble() * 1e9);
      return new Truth(
          between(seen, set.atNanos(), settled.atNanos()),
          from >= set.atNanos() ? List.of() : between(seen, armed.atNanos(), set.atNanos()));
    }

    private static StampedEvent noted(List<StampedEvent> events, Predicate<RunEvent> which) {
      return events.stream().filter(e -> which.test(e.event())).findFirst().orElseThrow();
    }

    private static List<TruthRecord> between(List<TruthRecord> seen, long from, long to) {
      return seen.stream().filter(r -> r.arrivalNanos() >= from && r.arrivalNanos() < to).toList();
    }

    /** The least and the most that the counters may say. */
    long[] sum(ToLongFunction<TruthRecord> of) {
      long least = measured.stream().mapToLong(of).sum();
      return new long[] {least, least + warming.stream().mapToLong(of).sum()};
    }
  }
}
