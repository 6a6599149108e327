package io.tokenstorm.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedReplicaIT {
  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir Path folder;
  private TruthLog truth;
  private SimulatedReplica replica;

  @BeforeEach
  void start() throws IOException {
    truth = TruthLog.create(folder.resolve("truth.jsonl"));
    replica = SimulatedReplica.start(ReplicaConfig.load("fast"), "r1", 0, truth);
  }

  @AfterEach
  void stop() {
    replica.close();
    truth.close();
  }

  @Test
  void chat_streamed_everyTokenIsAnEventAndInTheTruthLog() throws Exception {
    String body =
        """
        {"model":"tokenstorm-sim","messages":[{"role":"user","content":"one two three"}],
         "max_tokens":12,"ignore_eos":true,"stream":true,"stream_options":{"include_usage":true}}
        """;

    HttpResponse<String> response = post("/v1/chat/completions", body);
    stop();

    assertThat(response.statusCode()).isEqualTo(200);
    List<String> events = response.body().lines().filter(l -> l.startsWith("data: ")).toList();
    assertThat(events).hasSize(1 + 12 + 1 + 1);
    assertThat(events.get(12)).contains("\"finish_reason\":\"length\"");
    assertThat(events.get(13)).contains("\"prompt_tokens\":7").contains("\"completion_tokens\":12");
    assertThat(events.get(14)).isEqualTo("data: [DONE]");
    List<TruthRecord> records = TruthLog.read(folder.resolve("truth.jsonl"));
    assertThat(records).hasSize(1);
    assertThat(records.get(0).requestId()).isEqualTo("req-1");
    assertThat(records.get(0).ended()).isEqualTo("done");
    assertThat(records.get(0).outputTokens()).isEqualTo(12);
    assertThat(records.get(0).trace().size()).isEqualTo(12);
    assertThat(records.get(0).promptTokens()).isEqualTo(7);
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(replica.url() + path))
            .version(HttpClient.Version.HTTP_1_1)
            .header("x-request-id", "req-1")
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
