package io.tokenstorm.cluster.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.scene.Cluster;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.KnownCause;
import io.tokenstorm.server.RunningServer;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.local.LocalServerHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server counts the same requests and the same tokens as we do. */
@Tag("real-server")
@Timeout(300)
class LlamaServerIT {
  private static final int ANSWER = 8;
  private static final int REQUESTS = 20;
  private static final int IDS = 300;

  private final LocalServerHost host = new LocalServerHost(Ticker.system(), System::getenv);
  @TempDir private Path folder;

  @AfterEach
  void end() {
    host.close();
  }

  @Test
  void chatAndCompletions_countAsTheServerCounts() throws Exception {
    LlamaServer llama = LlamaServer.in(folder);
    RunningServer server = start(llama.command(LlamaServer.MODEL, 8192));
    RunOutcome outcome;
    try (Cluster cluster = Cluster.embedded(folder, 1)) {
      outcome = cluster.run(plan(llama));
    }
    List<RequestRecord> records = answered(outcome);
    long promptTotal = llama.metric("prompt_tokens_total");
    long answerTotal = llama.metric("tokens_predicted_total");
    server.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    List<LlamaServer.Served> others = new ArrayList<>(llama.served());
    for (RequestRecord record : records) {
      LlamaServer.Served same =
          new LlamaServer.Served(record.tokens().input(), record.tokens().output());
      assertThat(others.remove(same)).as("the server served %s", same).isTrue();
    }
    assertThat(others)
        .as("what else it served: its warm request, probes of usage and of length")
        .hasSizeBetween(1, 14)
        .allSatisfy(probe -> assertThat(probe.answerTokens()).isEqualTo(1));
    assertThat(promptTotal)
        .isEqualTo(
            records.stream().mapToLong(r -> r.tokens().input()).sum()
                + others.stream().mapToLong(LlamaServer.Served::promptTokens).sum());
    assertThat(answerTotal).isEqualTo((long) records.size() * ANSWER + others.size());
  }

  /**
   * All but those that were sent as the server closed the connection: it does so after each stream,
   * although it announces the opposite, and never sees them. Of the phase that connects anew for
   * each request: all.
   */
  private List<RequestRecord> answered(RunOutcome outcome) throws Exception {
    Path none = Files.createFile(folder.resolve("no-truth.jsonl"));
    List<RequestRecord> all =
        Evidence.read(outcome.directory(), none).records().stream()
            .map(Evidence.Merged::record)
            .toList();
    assertThat(all).as("%s", outcome.reason()).hasSize(3 * REQUESTS);
    List<RequestRecord> answered =
        all.stream().filter(r -> r.outcome() instanceof Outcome.Completed).toList();
    assertThat(answered).hasSizeGreaterThan(REQUESTS / 2).allSatisfy(this::isWhole);
    assertThat(answered).filteredOn(r -> r.key().phase() == 2).hasSize(REQUESTS);
    assertThat(all)
        .filteredOn(r -> !answered.contains(r))
        .allSatisfy(
            r ->
                assertThat(r.outcome())
                    .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed ->
                            assertThat(failed.kind()).isEqualTo(ErrorKind.CLOSED_BEFORE_RESPONSE)));
    return answered;
  }

  /** A token of bytes may be half a character, so events are fewer than tokens at times. */
  private void isWhole(RequestRecord record) {
    assertThat(record.tokens().output()).isEqualTo(ANSWER);
    assertThat(record.tokens().outputSource()).isEqualTo(TokenSource.USAGE);
    assertThat(record.tokens().inputSource()).isEqualTo(TokenSource.USAGE);
    assertThat(record.tokens().events()).isBetween(0, ANSWER);
    if (record.key().phase() > 0) {
      assertThat(record.tokens().input())
          .as("ids are sent as they are, text is made to measure")
          .isEqualTo(IDS);
    }
  }

  @Test
  void model_thatIsNotThere_isRecognised() throws Exception {
    ServerCommand command = LlamaServer.in(folder).command("/none.gguf", 512);
    ExecutionException thrown =
        catchThrowableOfType(ExecutionException.class, () -> start(command));
    assertThat(((ServerFailure) thrown.getCause()).cause())
        .map(KnownCause::kind)
        .contains(KnownCause.Kind.MODEL_NOT_FOUND);
  }

  private RunningServer start(ServerCommand command) throws Exception {
    return host.start(command).ready().toCompletableFuture().get(120, TimeUnit.SECONDS);
  }

  private static String plan(LlamaServer llama) {
    return """
    name: real
    model: %1$s
    routes:
      direct: {url: "%2$s"}
      anew: {url: "%2$s", keep_alive: false}
    defaults:
      output_tokens: %3$d
      sampling: {temperature: 0, ignore_eos: true}
      body: {cache_prompt: false}
      warmup: none
      measure: {requests: %4$d}
      timeout: {connect: 5s, idle: 60s, total: 60s}
    workloads:
      text: {input_tokens: 400}
      ids: {input_tokens: %5$d, prompt: token-ids, token_ids: {first: 70, last: 200}}
      exact: {input_tokens: %5$d, exact: true}
    phases:
      - {name: chat, api: openai-chat, route: direct, workload: text, concurrency: 2}
      - {name: ids, api: openai-completions, route: direct, workload: ids, concurrency: 2}
      - {name: exact, api: openai-chat, route: anew, workload: exact, concurrency: 2}
    """
        .formatted(LlamaServer.MODEL, llama.url(), ANSWER, REQUESTS, IDS);
  }
}
