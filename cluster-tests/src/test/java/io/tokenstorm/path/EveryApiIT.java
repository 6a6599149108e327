package io.tokenstorm.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run in each API that a plan can name; the replica's truth is what the records say. */
class EveryApiIT {
  private static final int REQUESTS = 6;

  @TempDir Path directory;

  @Test
  void run_withAPhaseForEachApi_recordsWhatTheReplicaDid() throws Exception {
    Path truthFile = directory.resolve("truth.jsonl");
    RunOutcome outcome;
    try (ReplicaSet replicas = ReplicaSet.pair("fast", truthFile);
        LoopbackCluster cluster = new LoopbackCluster(directory, 1)) {
      cluster.worker("w1");
      outcome = cluster.run(LoopbackCluster.plan(plan(replicas.replica("r1").url().toString())));
    }
    assertThat(outcome.verdict()).as(Runs.told(outcome)).isEqualTo(Verdict.VALID);
    Evidence evidence = Evidence.read(outcome.directory(), truthFile);
    Map<String, TruthRecord> truth =
        evidence.truth().stream()
            .collect(Collectors.toMap(TruthRecord::requestId, Function.identity()));
    assertThat(evidence.records()).hasSize(truth.size());
    for (Evidence.Merged merged : evidence.records()) {
      RequestRecord record = merged.record();
      TruthRecord seen = truth.get(evidence.idOf(merged));
      String phase = evidence.plan().phases().get(record.key().phase()).name();
      assertThat(record.outcome()).as(phase).isEqualTo(Outcome.COMPLETED);
      assertThat(record.tokens().outputSource()).as(phase).isEqualTo(TokenSource.USAGE);
      assertThat(record.tokens().output()).as(phase).isEqualTo(seen.outputTokens());
      assertThat(record.tokens().inputSource()).as(phase).isEqualTo(TokenSource.USAGE);
      assertThat(record.tokens().input()).as(phase).isEqualTo(seen.promptTokens());
      boolean exact = phase.endsWith("-ids");
      assertThat(seen.promptTokens()).as(phase).isCloseTo(200, within(exact ? 0 : 12));
      assertThat(record.tokens().events()).as(phase).isEqualTo(seen.trace().size());
    }
  }

  private static String plan(String url) {
    StringBuilder workloads = new StringBuilder();
    StringBuilder phases = new StringBuilder();
    for (Api api : Api.values()) {
      workloads.append("  %s: {input_tokens: 200}\n".formatted(api.label()));
      phases.append(phase(api, "", api.label()));
    }
    Arrays.stream(Api.values())
        .filter(Api::takesTokenIds)
        .forEach(api -> phases.append(phase(api, "-ids", "ids")));
    return """
    name: apis
    model: tokenstorm-sim
    routes:
      direct: {url: "%s"}
    defaults:
      output_tokens: 8
      sampling: {temperature: 0, ignore_eos: true}
      warmup: none
      measure: {requests: %s}
      timeout: {connect: 2s, idle: 10s, total: 10s}
    workloads:
      ids: {input_tokens: 200, prompt: token-ids}
    """
            .formatted(url, REQUESTS)
        + workloads
        + "phases:\n"
        + phases;
  }

  private static String phase(Api api, String suffix, String workload) {
    return "  - {name: %s%s, api: %s, route: direct, workload: %s, concurrency: 2}\n"
        .formatted(api.label(), suffix, api.label(), workload);
  }
}
