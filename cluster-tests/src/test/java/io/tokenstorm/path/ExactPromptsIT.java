package io.tokenstorm.path;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.replica.ReplicaConfig;
import io.tokenstorm.replica.SimulatedReplica;
import io.tokenstorm.replica.serve.ServeSettings.Refusal;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Prompts of exactly the length asked for, by each way that two replicas leave open. */
@Timeout(180)
class ExactPromptsIT {
  private static final int REQUESTS = 12;

  @TempDir Path directory;

  private static String yaml(SimulatedReplica willing, SimulatedReplica plain) {
    return """
        name: exact
        model: tokenstorm-sim
        routes:
          willing: {url: "%s"}
          plain: {url: "%s"}
        defaults:
          output_tokens: 2
          sampling: {temperature: 0, ignore_eos: true}
          warmup: none
          measure: {requests: %d}
          timeout: {connect: 20s, idle: 60s, total: 60s}
        workloads:
          text: {input_tokens: 777, exact: true}
          shared: {input_tokens: 333, exact: true, prefix: {tokens: 200, groups: 2}}
          ids: {input_tokens: 555, exact: true, prompt: token-ids}
        phases:
          - {name: a, route: willing, workload: text, concurrency: 3}
          - {name: b, route: plain, workload: shared, concurrency: 3}
          - {name: c, route: willing, workload: ids, concurrency: 3, api: openai-completions}
          - {name: d, route: plain, workload: ids, concurrency: 3, api: openai-completions}
          - {name: e, route: plain, workload: text, concurrency: 3, api: ollama-chat}
        """
        .formatted(willing.url(), plain.url(), REQUESTS);
  }

  @Test
  void prompts_byEachWay_areAsLongAsAskedFor_andTheTargetIsAskedBeforeTheLoad() throws Exception {
    Path log = directory.resolve("truth.jsonl");
    ReplicaConfig fast = ReplicaConfig.load("fast");
    RunOutcome outcome;
    try (TruthLog truth = TruthLog.create(log);
        SimulatedReplica willing = SimulatedReplica.start(fast, "willing", 0, truth);
        SimulatedReplica plain =
            SimulatedReplica.start(
                fast.refusing(Set.of(Refusal.TOKEN_IDS, Refusal.TOKENIZE)), "plain", 0, truth);
        LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      cluster.worker("w1");
      outcome = cluster.run(LoopbackCluster.plan(yaml(willing, plain)));
    }
    assertThat(outcome.verdict()).as(Runs.told(outcome)).isEqualTo(Verdict.VALID);
    JsonNode phases =
        new JsonMapper()
            .readTree(Files.readString(outcome.directory().resolve("report.json")))
            .path("phases");
    List<String> ways = List.of("server-tokenize", "usage", "token-ids", "usage", "usage");
    List<Integer> lengths = List.of(777, 333, 555, 555, 777);
    for (int phase = 0; phase < ways.size(); phase++) {
      JsonNode told = phases.path(phase);
      assertThat(told.at("/lengths/exact/way").asText()).as("%s", told).isEqualTo(ways.get(phase));
      for (String end : List.of("min", "max")) {
        assertThat(told.path("input_tokens").path(end).asInt()).isEqualTo(lengths.get(phase));
      }
      assertThat(told.at("/token_sources/input/usage").asInt()).isEqualTo(REQUESTS);
      assertThat(seen(outcome, log, phase)).hasSize(REQUESTS);
    }
    assertThat(phases.at("/3/lengths/exact/remark").asText()).contains("ids were not taken");
    assertThat(seen(outcome, log, 0)).allMatch(request -> request.cachedTokens() == 0);
    assertThat(seen(outcome, log, 1)).anyMatch(request -> request.cachedTokens() >= 190);
  }

  /** What arrived from the phase's first measured request until its last record was in. */
  private static List<TruthRecord> seen(RunOutcome outcome, Path log, int phase) throws Exception {
    List<StampedEvent> events = RunDirectory.open(outcome.directory()).events();
    List<TruthRecord> arrived = TruthLog.read(log);
    long from =
        arrived.stream()
            .filter(r -> r.requestId().matches(".*/\\d+/" + phase + "/m/\\d+/\\d+"))
            .mapToLong(TruthRecord::arrivalNanos)
            .min()
            .orElseThrow();
    long to =
        events.stream()
            .filter(e -> e.event() instanceof RunEvent.PhaseSettled s && s.phase() == phase)
            .findFirst()
            .orElseThrow()
            .atNanos();
    return arrived.stream().filter(r -> r.arrivalNanos() >= from && r.arrivalNanos() < to).toList();
  }
}
