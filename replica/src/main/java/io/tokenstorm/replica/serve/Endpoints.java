package io.tokenstorm.replica.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.replica.engine.Sequence;
import io.tokenstorm.replica.fault.FaultKind;
import io.tokenstorm.replica.fault.FaultSpec;
import io.tokenstorm.replica.http.HttpRequest;
import io.tokenstorm.replica.net.ServerConnection;
import io.tokenstorm.replica.truth.TokenTrace;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a replica answers, path by path. */
final class Endpoints {
  private static final String RANDOM_ROUTE = "random";

  private final ReplicaServer server;
  private final ApiRequestReader reader;
  private final AdminEndpoints admin;
  private long answers;

  Endpoints(ReplicaServer server) {
    this.server = server;
    this.reader = new ApiRequestReader(server.settings());
    this.admin = new AdminEndpoints(server);
  }

  void handle(HttpRequest request, ServerConnection connection) {
    switch (request.method() + " " + request.path()) {
      case "POST /v1/chat/completions" -> generate(SpokenApi.CHAT, request, connection);
      case "POST /v1/completions" -> generate(SpokenApi.COMPLETIONS, request, connection);
      case "POST /v1/responses" -> generate(SpokenApi.RESPONSES, request, connection);
      case "POST /generate" -> generate(plain(request), request, connection);
      case "POST /generate_stream" -> generate(SpokenApi.TGI_STREAM, request, connection);
      case "POST /api/chat" -> generate(SpokenApi.OLLAMA_CHAT, request, connection);
      case "POST /api/generate" -> generate(SpokenApi.OLLAMA_GENERATE, request, connection);
      case "GET /v1/models" -> connection.reply(PlainAnswers.json(200, models()));
      case "GET /health", "GET /ping" -> connection.reply(PlainAnswers.text(""));
      case "GET /metrics" -> connection.reply(PlainAnswers.text(server.metricsText()));
      case "GET /version" ->
          connection.reply(PlainAnswers.json(200, "{\"version\":\"simulated\"}"));
      case "POST /tokenize" -> tokenizeOrNot(request, connection);
      case "POST /reset_prefix_cache" -> {
        server.engine().resetPrefixCache();
        connection.reply(PlainAnswers.text(""));
      }
      default -> other(request, connection);
    }
  }

  /** Two APIs have an endpoint of this name: one calls the prompt {@code inputs}. */
  private static SpokenApi plain(HttpRequest request) {
    String body = new String(request.body(), StandardCharsets.UTF_8);
    return body.contains("\"inputs\"") ? SpokenApi.TGI : SpokenApi.SGLANG;
  }

  private void other(HttpRequest request, ServerConnection connection) {
    if (request.path().startsWith("/admin/")) {
      connection.reply(admin.answer(request));
    } else {
      connection.reply(PlainAnswers.error(404, "Not Found"));
    }
  }

  private void generate(SpokenApi api, HttpRequest request, ServerConnection connection) {
    int inFlight = server.arrived();
    String route = request.headers().first("routing-strategy").orElse("");
    Optional<FaultSpec> fault = server.faults().next();
    var arrival = new Answer.Arrival(connection.arrivalNanos(), inFlight, route, fault);
    String requestId = requestId(request);
    if (fault.isPresent() && fault.get().kind() == FaultKind.STATUS) {
      var asked = new ApiError(fault.get().status(), "a fault was asked for");
      refuse(asked, new Refusal(requestId, arrival, "fault:status"), connection);
      return;
    }
    try {
      begin(head(reader.read(api, request.body()), requestId), arrival, connection);
    } catch (ApiError error) {
      refuse(error, new Refusal(requestId, arrival, "rejected"), connection);
    }
  }

  private record Refusal(String requestId, Answer.Arrival arrival, String how) {}

  private void refuse(ApiError error, Refusal refusal, ServerConnection connection) {
    long before = connection.connection().writtenBytes();
    long endNanos = System.nanoTime();
    connection.reply(PlainAnswers.error(error.status(), error.text()));
    long bytes = connection.connection().writtenBytes() - before;
    server.ended(refused(refusal, endNanos, bytes));
  }

  private void begin(AnswerHead head, Answer.Arrival arrival, ServerConnection to) throws ApiError {
    int tokens = head.request().prompt().count() + head.outputTokens();
    if (!server.engine().fits(tokens)) {
      throw new ApiError(400, "the KV cache of this replica cannot hold " + tokens + " tokens");
    }
    Answer answer = new Answer(server, to, head, arrival);
    var prompt =
        new Sequence.Prompt(
            head.request().prompt().ids(),
            server.settings().engine().blockTokens(),
            arrival.route().equals(RANDOM_ROUTE));
    Sequence sequence = new Sequence(prompt, head.outputTokens(), answer);
    to.answering(answer);
    answer.begin(sequence);
    if (!to.connection().closed()) {
      server.submit(sequence, arrival.nanos());
    }
  }

  private AnswerHead head(ApiRequest asked, String requestId) {
    int natural = asked.ignoreEos() ? Integer.MAX_VALUE : naturalTokens(asked.prompt().seed());
    boolean stops = natural < asked.maxTokens();
    return new AnswerHead(
        (asked.chat() ? "chatcmpl-" : "cmpl-") + requestId,
        requestId,
        System.currentTimeMillis() / 1000,
        server.settings().model(),
        asked,
        stops ? natural : asked.maxTokens(),
        stops ? "stop" : "length");
  }

  /** Half to one and a half times the mean, by the prompt alone. */
  private int naturalTokens(long seed) {
    int mean = server.settings().answers().naturalTokens();
    return Math.max(1, mean / 2 + (int) Math.floorMod(seed, (long) mean + 1));
  }

  /** A client's id is kept if it can stand in a header; others get one of the replica's. */
  private String requestId(HttpRequest request) {
    return request
        .headers()
        .first("x-request-id")
        .filter(id -> id.matches("[\\x21-\\x7e]{1,200}"))
        .orElseGet(() -> server.name() + "-" + ++answers);
  }

  private TruthRecord refused(Refusal refusal, long endNanos, long bytes) {
    Answer.Arrival arrival = refusal.arrival();
    return new TruthRecord(
        refusal.requestId(),
        server.name(),
        arrival.route(),
        arrival.nanos(),
        endNanos,
        arrival.inFlight(),
        0,
        0,
        0,
        bytes,
        refusal.how(),
        new TokenTrace());
  }

  private String models() {
    String name = AnswerHead.quote(server.settings().model());
    return "{\"object\":\"list\",\"data\":[{\"id\":\""
        + name
        + "\",\"object\":\"model\",\"created\":0,\"owned_by\":\"tokenstorm\",\"root\":\""
        + name
        + "\",\"parent\":null,\"max_model_len\":"
        + server.settings().engine().maxModelTokens()
        + "}]}";
  }

  private void tokenizeOrNot(HttpRequest request, ServerConnection connection) {
    if (server.settings().refuses().contains(ServeSettings.Refusal.TOKENIZE)) {
      connection.reply(PlainAnswers.error(404, "Not Found"));
    } else {
      tokenize(request, connection);
    }
  }

  private void tokenize(HttpRequest request, ServerConnection connection) {
    try {
      JsonNode root = ApiRequestReader.object(request.body());
      int[] ids =
          root.has("messages")
              ? PromptReader.chat(
                  root.path("messages"), root.path("add_generation_prompt").asBoolean(true))
              : PromptReader.completion(root.path("prompt"));
      String tokens =
          Arrays.stream(ids).mapToObj(Integer::toString).collect(Collectors.joining(","));
      String window = ",\"max_model_len\":" + server.settings().engine().maxModelTokens();
      connection.reply(
          PlainAnswers.json(
              200,
              "{\"count\":"
                  + ids.length
                  + window
                  + ",\"tokens\":["
                  + tokens
                  + "],\"token_strs\":null}"));
    } catch (ApiError error) {
      connection.reply(PlainAnswers.error(error.status(), error.text()));
    }
  }
}
