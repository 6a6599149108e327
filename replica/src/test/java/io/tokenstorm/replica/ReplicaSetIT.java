package io.tokenstorm.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.replica.fault.FaultKind;
import io.tokenstorm.replica.fault.FaultSpec;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaSetIT {
  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir Path folder;
  private ReplicaSet set;

  @BeforeEach
  void start() throws IOException {
    set = ReplicaSet.pair("fast", folder.resolve("truth.jsonl"));
  }

  @AfterEach
  void stop() {
    set.close();
  }

  @Test
  void leastRequest_manyAtOnce_sharedEvenlyAndNamedOnTheAnswer() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> running = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      running.add(send("least-request", 30));
    }
    List<String> pods = new ArrayList<>();
    for (var one : running) {
      assertThat(one.get().statusCode()).isEqualTo(200);
      assertThat(one.get().body()).endsWith("data: [DONE]\n\n");
      pods.add(one.get().headers().firstValue("target-pod").orElseThrow());
    }
    assertThat(pods).filteredOn("r1"::equals).hasSizeBetween(5, 15);
    assertThat(pods).filteredOn("r2"::equals).hasSizeBetween(5, 15);

    stop();
    List<TruthRecord> records = TruthLog.read(folder.resolve("truth.jsonl"));
    assertThat(records).hasSize(20).allMatch(r -> r.ended().equals("done"));
    assertThat(records).allMatch(r -> r.route().equals("least-request"));
    assertThat(TruthLog.maxInFlight(records)).isBetween(1, 20);
  }

  @Test
  void evict_requestsInFlight_cutThereAndServedElsewhereAfterwards() throws Exception {
    CompletableFuture<HttpResponse<String>> first = send("round-robin", 2_000);
    CompletableFuture<HttpResponse<String>> second = send("round-robin", 2_000);
    await().until(() -> set.replica("r1").inFlight() == 1 && set.replica("r2").inFlight() == 1);

    assertThat(admin("POST", "/admin/evict?replica=r2")).contains("\"ready\":false");

    await().until(() -> set.replica("r2").inFlight() == 0);
    await().until(() -> first.isCompletedExceptionally() || second.isCompletedExceptionally());
    assertThat(set.replica("r1").inFlight()).isEqualTo(1);
    assertThat(pod(send("round-robin", 2))).isEqualTo("r1");
    assertThat(pod(send("round-robin", 2))).isEqualTo("r1");
    admin("POST", "/admin/return?replica=r2");
    assertThat(List.of(pod(send("round-robin", 2)), pod(send("round-robin", 2)))).contains("r2");
  }

  @Test
  void evict_allReplicas_503UntilOneReturns() throws Exception {
    admin("POST", "/admin/evict?replica=r1");
    admin("POST", "/admin/evict?replica=r2");

    assertThat(send("least-request", 2).get().statusCode()).isEqualTo(503);
    admin("POST", "/admin/return?replica=r1");
    assertThat(send("least-request", 2).get().statusCode()).isEqualTo(200);
    assertThatThrownBy(() -> admin("POST", "/admin/evict?replica=r9")).hasMessageContaining("404");
  }

  @Test
  void replicaDown_leftOutAndBackAgain() throws Exception {
    set.replica("r1").down();

    List<Integer> answers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      answers.add(send("round-robin", 2).get().statusCode());
    }
    assertThat(answers).contains(200);
    set.replica("r1").up();
    await().untilAsserted(() -> assertThat(pod(send("round-robin", 2))).isEqualTo("r1"));
  }

  @Test
  void faults_resetAndTruncate_breakTheAnswerBehindTheGateway() {
    for (FaultKind kind : List.of(FaultKind.RESET, FaultKind.TRUNCATE)) {
      set.replicas().forEach(r -> r.inject(FaultSpec.once(kind, 3)));
      assertThatThrownBy(() -> send("least-request", 10).get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class);
      set.replicas().forEach(SimulatedReplica::clearFaults);
    }
  }

  private static String pod(CompletableFuture<HttpResponse<String>> response) throws Exception {
    return response.get().headers().firstValue("target-pod").orElseThrow();
  }

  private CompletableFuture<HttpResponse<String>> send(String strategy, int tokens) {
    String body =
        """
        {"model":"tokenstorm-sim","prompt":"a few words to begin with","stream":true,
         "ignore_eos":true,"max_tokens":%d}
        """
            .formatted(tokens);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(set.gateway().url() + "/v1/completions"))
            .version(HttpClient.Version.HTTP_1_1)
            .header("routing-strategy", strategy)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
  }

  private String admin(String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(set.gateway().url() + path))
            .version(HttpClient.Version.HTTP_1_1)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(response.statusCode() + " " + response.body());
    }
    return response.body();
  }
}
