package io.tokenstorm.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.replica.fault.FaultKind;
import io.tokenstorm.replica.fault.FaultSpec;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedReplicaIT {
  private static final String CHAT =
      """
      {"model":"tokenstorm-sim","messages":[{"role":"user","content":"one two three"}],
       "max_tokens":12,"ignore_eos":true,"stream":true,"stream_options":{"include_usage":true}}
      """;
  private static final String COMPLETION =
      """
      {"prompt":[5,6,7,8],"max_tokens":8,"ignore_eos":true,"stream":%b}
      """;

  private static final String LABELS = "engine=\"0\",model_name=\"tokenstorm-sim\"";

  @TempDir Path folder;
  private TruthLog truth;
  private SimulatedReplica replica;
  private HttpCalls calls;

  @BeforeEach
  void start() throws IOException {
    truth = TruthLog.create(folder.resolve("truth.jsonl"));
    replica = SimulatedReplica.start(ReplicaConfig.load("fast"), "r1", 0, truth);
    calls = new HttpCalls(replica.url());
  }

  @AfterEach
  void stop() {
    replica.close();
    truth.close();
  }

  private List<TruthRecord> truth() throws IOException {
    stop();
    return TruthLog.read(folder.resolve("truth.jsonl"));
  }

  @Test
  void chat_streamed_everyTokenIsAnEventAndInTheTruthLog() throws Exception {
    HttpResponse<String> response = calls.post("/v1/chat/completions", CHAT);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).get().asString().contains("event-");
    List<String> events = response.body().lines().filter(l -> l.startsWith("data: ")).toList();
    assertThat(events).hasSize(1 + 12 + 1 + 1);
    assertThat(events.get(0)).contains("\"role\":\"assistant\"");
    assertThat(events.get(12)).contains("\"finish_reason\":\"length\"");
    assertThat(events.get(13)).contains("\"prompt_tokens\":7").contains("\"completion_tokens\":12");
    assertThat(events.get(14)).isEqualTo("data: [DONE]");
    TruthRecord record = truth().get(0);
    assertThat(record.requestId()).isEqualTo(HttpCalls.REQUEST_ID);
    assertThat(record.ended()).isEqualTo("done");
    assertThat(record.outputTokens()).isEqualTo(12);
    assertThat(record.promptTokens()).isEqualTo(7);
    assertThat(record.trace().size()).isEqualTo(12);
    assertThat(record.bytes()).isGreaterThan(response.body().length());
    assertThat(record.arrivalNanos()).isLessThan(record.firstTokenNanos());
    assertThat(record.endNanos()).isGreaterThanOrEqualTo(record.trace().writtenNanos(11));
    for (int i = 0; i < 12; i++) {
      assertThat(record.trace().lateNanos(i)).isNotNegative();
    }
  }

  @Test
  void completion_whole_usageAndTextOfThatManyTokens() throws Exception {
    HttpResponse<String> response = calls.post("/v1/completions", COMPLETION.formatted(false));

    String text = response.body().replaceAll(".*\"text\":\"([^\"]*)\".*", "$1");
    assertThat(response.body()).contains("\"prompt_tokens\":4").contains("\"completion_tokens\":8");
    String tokenized = calls.post("/tokenize", "{\"prompt\":\"" + text + "\"}").body();
    assertThat(tokenized).contains("\"count\":8").contains("\"max_model_len\":131072");
    TruthRecord record = truth().get(0);
    assertThat(record.outputTokens()).isEqualTo(8);
    assertThat(record.trace().size()).isZero();
  }

  @Test
  void completion_samePromptTwice_sameAnswerAndCached() throws Exception {
    String prompt = "\"" + "many words again ".repeat(30) + "\"";
    String body = "{\"max_tokens\":5,\"ignore_eos\":true,\"prompt\":" + prompt + "}";

    String first = calls.post("/v1/completions", body).body();
    String second = calls.post("/v1/completions", body).body();

    assertThat(second.replaceAll(".*\"text\":\"([^\"]*)\".*", "$1"))
        .isEqualTo(first.replaceAll(".*\"text\":\"([^\"]*)\".*", "$1"));
    String metrics = calls.get("/metrics").body();
    assertThat(metrics).containsPattern("vllm:prefix_cache_hits_total\\{[^}]*\\} 80\n");
    assertThat(metrics).containsPattern("vllm:generation_tokens_total\\{[^}]*\\} 10\n");
    assertThat(calls.post("/reset_prefix_cache", "").statusCode()).isEqualTo(200);
    calls.post("/v1/completions", body);
    assertThat(truth()).extracting(TruthRecord::cachedTokens).containsExactly(0, 80, 0);
  }

  @Test
  void plainEndpoints_answerAsVllm() throws Exception {
    assertThat(calls.get("/v1/models").body())
        .contains("\"id\":\"tokenstorm-sim\"")
        .contains("\"max_model_len\":131072");
    assertThat(calls.get("/health").statusCode()).isEqualTo(200);
    assertThat(calls.get("/metrics").body())
        .contains("vllm:num_requests_running{")
        .contains("vllm:num_requests_waiting{")
        .contains("vllm:kv_cache_usage_perc{")
        .contains("vllm:time_to_first_token_seconds_bucket{")
        .contains("vllm:time_per_output_token_seconds_count{")
        .contains("vllm:e2e_request_latency_seconds_sum{");
    assertThat(calls.get("/nothing").statusCode()).isEqualTo(404);
  }

  @Test
  void badRequests_refusedInVllmsWords() throws Exception {
    assertThat(calls.post("/v1/completions", "{\"prompt\":\"a\",\"max_tokens\":200000}").body())
        .contains("This model's maximum context length is 131072 tokens")
        .contains("\"code\":400");
    assertThat(calls.post("/v1/completions", "{\"prompt\":\"a\",\"model\":\"other\"}").statusCode())
        .isEqualTo(404);
    for (String body :
        List.of(
            "not json",
            "[]",
            "{}",
            "{\"prompt\":\"\"}",
            "{\"prompt\":[]}",
            "{\"prompt\":[\"a\",\"b\"]}",
            "{\"prompt\":[1,\"b\"]}",
            "{\"prompt\":\"a\",\"n\":2}",
            "{\"prompt\":\"a\",\"max_tokens\":0}")) {
      assertThat(calls.post("/v1/completions", body).statusCode()).as(body).isEqualTo(400);
    }
    assertThat(calls.post("/v1/chat/completions", "{\"messages\":[{}]}").statusCode())
        .isEqualTo(400);
    assertThat(truth()).hasSize(12).allMatch(r -> r.ended().equals("rejected"));
  }

  @Test
  void faults_eachKind_asAskedAndInTheTruthLog() throws Exception {
    replica.inject(FaultSpec.once(FaultKind.STATUS, 0));
    assertThat(calls.post("/v1/completions", COMPLETION.formatted(true)).statusCode())
        .isEqualTo(503);
    replica.inject(FaultSpec.once(FaultKind.ERROR, 3));
    assertThat(calls.post("/v1/completions", COMPLETION.formatted(true)).body())
        .contains("data: {\"error\":")
        .endsWith("data: [DONE]\n\n");
    for (FaultKind kind : List.of(FaultKind.RESET, FaultKind.TRUNCATE)) {
      replica.inject(FaultSpec.once(kind, 3));
      assertThatThrownBy(() -> calls.post("/v1/completions", COMPLETION.formatted(true)))
          .isInstanceOf(IOException.class);
    }
    calls.post("/admin/fault?kind=slow&delay_ms=5&count=1", "");
    assertThat(calls.post("/v1/completions", COMPLETION.formatted(true)).body()).contains("DONE");
    assertThat(calls.post("/admin/fault?kind=sloow", "").body()).contains("is not one of");
    assertThat(calls.post("/v1/completions", COMPLETION.formatted(true)).body()).contains("DONE");

    List<TruthRecord> records = truth();
    assertThat(records)
        .extracting(TruthRecord::ended)
        .containsExactly(
            "fault:status", "fault:error", "fault:reset", "fault:truncate", "done", "done");
    assertThat(records.subList(1, 4)).extracting(TruthRecord::outputTokens).containsOnly(3);
    long slowNanos = records.get(4).trace().writtenNanos(7) - records.get(4).firstTokenNanos();
    assertThat(slowNanos).isGreaterThan(7 * 5_000_000L);
  }

  @Test
  void stall_clientGivesUp_endedAsThatFault() throws Exception {
    replica.inject(FaultSpec.once(FaultKind.STALL, 2));
    try (RawClient client = new RawClient(replica.port())) {
      client.post("/v1/completions", COMPLETION.formatted(true));
      assertThat(client.readUntil("\"text\"", 2)).isTrue();
      await().until(() -> calls.get("/metrics").body().contains("running{" + LABELS + "} 0\n"));
      assertThat(replica.inFlight()).isEqualTo(1);
    }
    await().until(() -> replica.inFlight() == 0);

    assertThat(truth().get(0).ended()).isEqualTo("fault:stall");
    assertThat(truth().get(0).outputTokens()).isEqualTo(2);
  }

  @Test
  void clientCloses_inMidStream_requestEndsAtOnce() throws Exception {
    String body = "{\"prompt\":\"a\",\"max_tokens\":50000,\"ignore_eos\":true,\"stream\":true}";
    try (RawClient client = new RawClient(replica.port())) {
      client.post("/v1/completions", body);
      assertThat(client.readUntil("\"text\"", 3)).isTrue();
      assertThat(replica.inFlight()).isEqualTo(1);
    }
    await().until(() -> replica.inFlight() == 0);

    assertThat(calls.get("/metrics").body()).containsPattern("num_requests_running\\{[^}]*\\} 0\n");
    TruthRecord record = truth().get(0);
    assertThat(record.ended()).isEqualTo("client_closed");
    assertThat(record.outputTokens()).isBetween(3, 49_999);
  }

  @Test
  void requests_sentAheadOnOneConnection_answeredInTurn() throws Exception {
    try (RawClient client = new RawClient(replica.port())) {
      client.post("/v1/completions", COMPLETION.formatted(true));
      client.post("/v1/completions", COMPLETION.formatted(true));

      assertThat(client.readUntil("[DONE]", 2)).isTrue();
    }
    assertThat(replica.maxInFlight()).isEqualTo(1);
  }

  @Test
  void down_refusesUntilUpOnTheSamePort() throws Exception {
    int port = replica.port();
    replica.down();
    await()
        .untilAsserted(
            () -> assertThatThrownBy(() -> calls.get("/health")).isInstanceOf(IOException.class));
    assertThatThrownBy(() -> new RawClient(port)).isInstanceOf(ConnectException.class);
    replica.up();

    await().ignoreExceptions().until(() -> calls.get("/health").statusCode() == 200);
    assertThat(replica.port()).isEqualTo(port);
  }

  @Test
  void start_portTaken_saysSo() {
    assertThatThrownBy(
            () -> SimulatedReplica.start(ReplicaConfig.load("fast"), "r2", replica.port(), truth))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + replica.port());
  }
}
