package io.tokenstorm.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.replica.fault.FaultKind;
import io.tokenstorm.replica.truth.TruthLog;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The replica's further APIs, as their servers' documentation shows them. */
class FurtherApisIT {
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

  private static List<String> lines(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body().lines().filter(l -> !l.isBlank()).toList();
  }

  @Test
  void sglang_streamed_repeatsTheTextSoFar() throws Exception {
    List<String> lines =
        lines(
            calls.post(
                "/generate",
                "{\"input_ids\":[5,6,7],\"sampling_params\":{\"max_new_tokens\":3,"
                    + "\"ignore_eos\":true},\"stream\":true}"));
    assertThat(lines).hasSize(4);
    String first = lines.get(0).replaceAll(".*\"text\":\"([^\"]*)\".*", "$1");
    assertThat(lines.get(2)).contains("\"text\":\"" + first);
    assertThat(lines.get(2))
        .contains("\"finish_reason\":{\"type\":\"length\",\"length\":3}")
        .contains("\"prompt_tokens\":3", "\"completion_tokens\":3");
    assertThat(lines.get(3)).isEqualTo("data: [DONE]");
  }

  @Test
  void tgi_streamed_endsWithTextAndDetails_andListsThePromptIfAsked() throws Exception {
    String asked = "{\"inputs\":\"one two\",\"parameters\":{\"max_new_tokens\":2%s}}";
    List<String> lines = lines(calls.post("/generate_stream", asked.formatted("")));
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).contains("\"generated_tokens\":2", "\"input_length\":2");
    HttpResponse<String> whole =
        calls.post("/generate", asked.formatted(",\"decoder_input_details\":true"));
    assertThat(whole.body().split("\"logprob\":null", -1)).hasSize(3);
  }

  @Test
  void ollama_streamed_isALineAnObjectAndStreamsUnlessToldNotTo() throws Exception {
    HttpResponse<String> response =
        calls.post(
            "/api/chat",
            "{\"model\":\"tokenstorm-sim\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],"
                + "\"options\":{\"num_predict\":2}}");
    assertThat(response.headers().firstValue("content-type")).hasValue("application/x-ndjson");
    assertThat(lines(response)).hasSize(3);
    assertThat(lines(response).get(2)).contains("\"done\":true", "\"eval_count\":2");
    assertThat(
            lines(
                calls.post(
                    "/api/generate",
                    "{\"prompt\":\"a\",\"stream\":false,\"options\":{\"num_predict\":2}}")))
        .hasSize(1);
  }

  @Test
  void responses_streamed_announcesAndRepeats_andATokenLimitLeavesItIncomplete() throws Exception {
    List<String> lines =
        lines(
            calls.post(
                "/v1/responses", "{\"input\":\"a b\",\"max_output_tokens\":2,\"stream\":true}"));
    assertThat(lines.stream().filter(l -> l.startsWith("event: ")))
        .containsExactly(
            "event: response.created",
            "event: response.in_progress",
            "event: response.output_text.delta",
            "event: response.output_text.delta",
            "event: response.output_text.done",
            "event: response.incomplete");
  }

  @Test
  void fault_inAStream_isAnErrorInItsOwnWords() throws Exception {
    for (String path : List.of("/generate", "/generate_stream", "/api/generate")) {
      calls.post("/admin/fault?kind=" + FaultKind.ERROR.word() + "&count=1&after_tokens=1", "");
      String body =
          calls
              .post(
                  path,
                  "{\"%s\":\"a\",\"prompt\":\"a\",\"text\":\"a\",\"stream\":true}"
                      .formatted(path.equals("/generate_stream") ? "inputs" : "x"))
              .body();
      assertThat(body).contains("\"error\":", "after 1 tokens");
    }
  }
}
