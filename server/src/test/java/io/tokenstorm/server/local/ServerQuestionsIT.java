package io.tokenstorm.server.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StopTerms;
import io.tokenstorm.server.life.StageAnswer;
import io.tokenstorm.server.life.StageAnswer.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What answers of a server mean for its start. */
class ServerQuestionsIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private void answer(String path, int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private static ServerQuestions questions(int port, @Nullable String model) {
    return questions(port, model, Map.of());
  }

  private static ServerQuestions questions(
      int port, @Nullable String model, Map<String, String> headers) {
    return new ServerQuestions(
        new ServerCommand(
            "s",
            List.of("true"),
            Map.of(),
            Path.of("."),
            Path.of("log"),
            URI.create("http://127.0.0.1:" + port + "/"),
            Map.of(),
            model,
            new ReadyTerms("/health", LIMIT, LIMIT, true),
            new StopTerms(LIMIT, List.of(), LIMIT)),
        headers);
  }

  private StageAnswer ask(Stage stage, @Nullable String model) throws Exception {
    return questions(server.getAddress().getPort(), model)
        .ask(stage, LIMIT)
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
  }

  @Test
  void health_otherThan200_isNotYet() throws Exception {
    answer("/health", 503, "loading");
    assertThat(ask(Stage.HEALTH, null)).isEqualTo(StageAnswer.notYet("/health answered 503"));
  }

  @Test
  void health_withoutAListener_isNotYet() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    StageAnswer answer =
        questions(free, null)
            .ask(Stage.HEALTH, LIMIT)
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
    assertThat(answer.verdict()).isEqualTo(Verdict.NOT_YET);
    assertThat(answer.said()).isEqualTo("nothing listens at its port yet");
  }

  @Test
  void models_withoutTheNamedOne_saysWhichThereAre() throws Exception {
    answer("/v1/models", 200, "{\"data\":[{\"id\":\"a\"},{\"id\":\"b\"}]}");
    StageAnswer answer = ask(Stage.MODEL, "c");
    assertThat(answer.verdict()).isEqualTo(Verdict.UNLIKELY);
    assertThat(answer.said()).contains("/v1/models lists a, b, not c", "`served_model`");
    assertThat(ask(Stage.MODEL, "b")).isEqualTo(StageAnswer.YES);
    assertThat(ask(Stage.MODEL, null)).isEqualTo(StageAnswer.YES);
  }

  @Test
  void models_noneOrNoJson_isNotYet() throws Exception {
    answer("/v1/models", 200, "<html>");
    assertThat(ask(Stage.MODEL, null)).isEqualTo(StageAnswer.notYet("/v1/models lists none"));
  }

  @Test
  void models_behindAKey_isNever() throws Exception {
    answer("/v1/models", 401, "{}");
    StageAnswer without = ask(Stage.MODEL, null);
    assertThat(without.verdict()).isEqualTo(Verdict.NEVER);
    assertThat(without.said()).contains("it wants an API key; name it in the plan");
    StageAnswer wrong =
        questions(server.getAddress().getPort(), null, Map.of("Authorization", "Bearer sk-wrong"))
            .ask(Stage.MODEL, LIMIT)
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
    assertThat(wrong.said()).contains("does not take the key").doesNotContain("sk-wrong");
  }

  @Test
  void everyQuestion_bearsTheHeaders() throws Exception {
    for (String path : List.of("/health", "/v1/models", "/v1/completions")) {
      server.createContext(
          path,
          exchange -> {
            String key = exchange.getRequestHeaders().getFirst("Authorization");
            byte[] body = "{\"data\":[{\"id\":\"m\"}]}".getBytes(StandardCharsets.UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders("Bearer sk-right".equals(key) ? 200 : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
    }
    ServerQuestions questions =
        questions(server.getAddress().getPort(), "m", Map.of("Authorization", "Bearer sk-right"));
    for (Stage stage : List.of(Stage.HEALTH, Stage.MODEL, Stage.WARM_REQUEST)) {
      assertThat(questions.ask(stage, LIMIT).toCompletableFuture().get(60, TimeUnit.SECONDS))
          .isEqualTo(StageAnswer.YES);
    }
  }

  @Test
  void warmRequest_whereThereAreNoCompletions_isAChat() throws Exception {
    answer("/v1/chat/completions", 200, "{}");
    assertThat(ask(Stage.WARM_REQUEST, "m")).isEqualTo(StageAnswer.YES);
  }

  @Test
  void warmRequest_refused_isNeverAndSaysWhy() throws Exception {
    answer("/v1", 400, "{\"message\": \"no\n such model\"}");
    assertThat(ask(Stage.WARM_REQUEST, "m"))
        .isEqualTo(
            StageAnswer.never(
                "/v1/chat/completions answered 400: {\"message\": \"no such model\"}"));
  }

  @Test
  void warmRequest_failingInTheServer_isAskedAgain() throws Exception {
    answer("/v1/completions", 500, "out of slots");
    assertThat(ask(Stage.WARM_REQUEST, "m").verdict()).isEqualTo(Verdict.NOT_YET);
  }

  @Test
  void port_listenedOn_isInUse_andFreeAfterwards() throws Exception {
    URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    assertThat(PortUse.of(base)).isTrue();
    try (ServerSocket wild = new ServerSocket(0)) {
      assertThat(PortUse.of(URI.create("http://127.0.0.1:" + wild.getLocalPort()))).isTrue();
    }
    server.stop(0);
    assertThat(PortUse.of(base)).isFalse();
  }
}
