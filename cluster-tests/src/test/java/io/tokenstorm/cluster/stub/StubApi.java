package io.tokenstorm.cluster.stub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The endpoints of a {@link StubEngine}: health, models, completions, chat, SGLang's {@code
 * /generate}, {@code /tokenize}. A list of ids is as many tokens as it has, a text as many as it
 * has words, unless told otherwise: {@link StubSettings}.
 */
final class StubApi implements HttpHandler {
  private static final JsonMapper JSON = new JsonMapper();

  private final StubSettings settings;
  private final StubLog log;

  StubApi(StubSettings settings, StubLog log) {
    this.settings = settings;
    this.log = log;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!mayAsk(exchange)) {
        json(exchange, 401, Map.of("error", "Unauthorized"));
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/health" -> json(exchange, settings.failure().equals("never-ready") ? 503 : 200, "");
        case "/v1/models" ->
            json(
                exchange,
                200,
                Map.of(
                    "object",
                    "list",
                    "data",
                    List.of(
                        Map.of(
                            "id",
                            settings.servedName(),
                            "object",
                            "model",
                            "max_model_len",
                            settings.maxLength()))));
        case "/v1/completions", "/v1/chat/completions", "/generate" ->
            generate(exchange, JSON.readTree(exchange.getRequestBody()));
        case "/tokenize" -> tokenize(exchange, JSON.readTree(exchange.getRequestBody()));
        case "/reset_prefix_cache", "/flush_cache" -> json(exchange, 200, "");
        default -> json(exchange, 404, Map.of("detail", "Not Found"));
      }
    }
  }

  /** The health path is open to all. */
  private boolean mayAsk(HttpExchange exchange) {
    return settings.apiKey().isEmpty()
        || exchange.getRequestURI().getPath().equals("/health")
        || ("Bearer " + settings.apiKey())
            .equals(exchange.getRequestHeaders().getFirst("Authorization"));
  }

  private void tokenize(HttpExchange exchange, JsonNode request) throws IOException {
    if (settings.refusals().contains("tokenize")) {
      json(exchange, 404, Map.of("detail", "Not Found"));
      return;
    }
    int count = tokens(request.path("prompt"));
    json(
        exchange,
        200,
        Map.of(
            "count",
            count,
            "max_model_len",
            settings.maxLength(),
            "tokens",
            IntStream.range(100, 100 + count).boxed().toList()));
  }

  private void generate(HttpExchange exchange, JsonNode request) throws IOException {
    boolean ids = request.path("prompt").isArray() || request.has("input_ids");
    if (ids && settings.refusals().contains("ids")) {
      json(exchange, 400, Map.of("error", Map.of("message", "prompt must be a string")));
      return;
    }
    StubAnswer answer = answer(exchange.getRequestURI().getPath(), request);
    if (answer.prompt() + answer.output() > settings.longestPrompt()) {
      json(exchange, 400, tooLong(answer));
      return;
    }
    log.received(answer.prompt());
    pause(answer.prompt() * settings.prefillNanosPerToken());
    if (!request.path("stream").asBoolean(false)) {
      json(exchange, 200, answer.whole());
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    for (ObjectNode event : answer.events()) {
      event(out, JSON.writeValueAsString(event));
    }
    event(out, "[DONE]");
  }

  private StubAnswer answer(String path, JsonNode request) {
    if (path.equals("/generate")) {
      JsonNode ids = request.path("input_ids");
      int output = request.at("/sampling_params/max_new_tokens").asInt(128);
      int prompt = tokens(ids.isArray() ? ids : request.path("text"));
      return new StubAnswer(StubAnswer.Form.SGLANG, settings.servedName(), prompt, output, false);
    }
    boolean chat = path.endsWith("chat/completions");
    int prompt = 0;
    if (chat) {
      for (JsonNode message : request.path("messages")) {
        prompt += tokens(message.path("content"));
      }
    } else {
      prompt = tokens(request.path("prompt"));
    }
    return new StubAnswer(
        chat ? StubAnswer.Form.CHAT : StubAnswer.Form.COMPLETION,
        settings.servedName(),
        prompt,
        request.path("max_tokens").asInt(16),
        request.at("/stream_options/include_usage").asBoolean(false));
  }

  private int tokens(JsonNode prompt) {
    if (prompt.isArray()) {
      return prompt.size();
    }
    String text = prompt.asText().strip();
    return text.isEmpty() ? 0 : text.split("\\s+").length * settings.tokensPerWord();
  }

  private Map<String, Object> tooLong(StubAnswer answer) {
    String said =
        settings.isVllm()
            ? "This model's maximum context length is %d tokens. However, you requested %d tokens (%d in the messages, %d in the completion). Please reduce the length of the messages or completion."
                .formatted(
                    settings.maxLength(),
                    answer.prompt() + answer.output(),
                    answer.prompt(),
                    answer.output())
            : "Input length (%d tokens) exceeds the maximum allowed length (%d tokens). Use a shorter input or enable --allow-auto-truncate."
                .formatted(answer.prompt(), settings.longestPrompt());
    return Map.of("error", Map.of("message", said, "type", "BadRequestError", "code", 400));
  }

  private static void event(OutputStream out, String data) throws IOException {
    out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static void json(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] bytes = body.equals("") ? new byte[0] : JSON.writeValueAsBytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static void pause(long nanos) {
    try {
      new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
