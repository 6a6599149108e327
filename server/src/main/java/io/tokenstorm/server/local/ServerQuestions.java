package io.tokenstorm.server.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.life.StageAnswer;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a starting server is asked, and what its answers mean. */
final class ServerQuestions {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int QUOTED = 200;

  private final ServerCommand command;
  private final Map<String, String> headers;
  private final HttpClient http;
  private volatile String model;

  /**
   * @param headers the command's, with all values; they are never shown
   */
  ServerQuestions(ServerCommand command, Map<String, String> headers) {
    this.command = command;
    this.headers = headers;
    this.model = command.model() == null ? "" : command.model();
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(CONNECT)
            .build();
  }

  /** Asks what a stage asks; never fails. */
  CompletionStage<StageAnswer> ask(Stage stage, Duration limit) {
    return switch (stage) {
      case HEALTH -> send(get(command.ready().healthPath()), limit).handle(this::health);
      case MODEL -> send(get("/v1/models"), limit).handle(this::models);
      default -> warm(limit);
    };
  }

  private StageAnswer health(HttpResponse<String> answer, Throwable error) {
    if (error == null && answer.statusCode() == 404) {
      return StageAnswer.notYet(
          answer.uri().getPath()
              + " answered 404; if this server has another health path, name it as `ready: {health: PATH}`");
    }
    return error == null && answer.statusCode() == 200 ? StageAnswer.YES : unlike(answer, error);
  }

  private StageAnswer models(HttpResponse<String> answer, Throwable error) {
    if (error != null || answer.statusCode() != 200) {
      return unlike(answer, error);
    }
    List<String> listed = listed(answer.body());
    if (listed.isEmpty()) {
      return StageAnswer.notYet("/v1/models lists none");
    }
    if (command.model() != null && !listed.contains(command.model())) {
      return StageAnswer.unlikely(
          "/v1/models lists %s, not %s; name the one to be asked for as `served_model`"
              .formatted(String.join(", ", listed), command.model()));
    }
    model = command.model() == null ? listed.get(0) : command.model();
    return StageAnswer.YES;
  }

  private static List<String> listed(String body) {
    List<String> ids = new ArrayList<>();
    try {
      for (JsonNode entry : JSON.readTree(body).path("data")) {
        ids.add(entry.path("id").asText());
      }
    } catch (JsonProcessingException e) {
      return List.of();
    }
    return ids;
  }

  /** As a completion, or as a chat where there are no completions. */
  private CompletionStage<StageAnswer> warm(Duration limit) {
    Map<String, Object> plain = Map.of("model", model, "prompt", "warm", "max_tokens", 1);
    return send(post("/v1/completions", plain), limit)
        .handle(this::served)
        .thenCompose(
            answer ->
                answer.verdict() == StageAnswer.Verdict.NEVER
                    ? chat(limit)
                    : CompletableFuture.completedStage(answer));
  }

  private CompletionStage<StageAnswer> chat(Duration limit) {
    Map<String, Object> message = Map.of("role", "user", "content", "warm");
    Map<String, Object> chat =
        Map.of("model", model, "messages", List.of(message), "max_tokens", 1);
    return send(post("/v1/chat/completions", chat), limit).handle(this::served);
  }

  private StageAnswer served(HttpResponse<String> answer, Throwable error) {
    if (error != null || answer.statusCode() >= 500 || wantsKey(answer)) {
      return unlike(answer, error);
    }
    return answer.statusCode() < 300
        ? StageAnswer.YES
        : StageAnswer.never(
            "%s answered %d: %s"
                .formatted(answer.uri().getPath(), answer.statusCode(), quoted(answer.body())));
  }

  private StageAnswer unlike(HttpResponse<String> answer, Throwable error) {
    if (error != null) {
      Throwable cause = error.getCause() == null ? error : error.getCause();
      if (cause instanceof ConnectException) {
        return StageAnswer.notYet("nothing listens at its port yet");
      }
      String text = cause.getMessage();
      return StageAnswer.notYet(
          "no answer: " + (text == null ? cause.getClass().getSimpleName() : text));
    }
    String said = answer.uri().getPath() + " answered " + answer.statusCode();
    return wantsKey(answer) ? StageAnswer.never(said + keyAdvice()) : StageAnswer.notYet(said);
  }

  private static boolean wantsKey(HttpResponse<String> answer) {
    return answer.statusCode() == 401 || answer.statusCode() == 403;
  }

  private String keyAdvice() {
    return headers.isEmpty()
        ? ": it wants an API key; name it in the plan, as"
            + " `headers: {Authorization: \"Bearer ${env:NAME}\"}`"
        : ": it does not take the key in the plan's `headers`; correct the variable, or what the"
            + " server is started with";
  }

  private CompletionStage<HttpResponse<String>> send(HttpRequest.Builder request, Duration limit) {
    headers.forEach(request::setHeader);
    return http.sendAsync(request.timeout(limit).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder get(String path) {
    return HttpRequest.newBuilder(below(path)).GET();
  }

  private HttpRequest.Builder post(String path, Map<String, Object> body) {
    try {
      return HttpRequest.newBuilder(below(path))
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a request always has a JSON form", e);
    }
  }

  private URI below(String path) {
    String base = command.base().toString();
    return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
  }

  private static String quoted(String body) {
    String text = body.strip().replaceAll("\\s+", " ");
    return text.length() > QUOTED ? text.substring(0, QUOTED) + "…" : text;
  }
}
