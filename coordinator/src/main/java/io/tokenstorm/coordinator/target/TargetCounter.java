package io.tokenstorm.coordinator.target;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Route;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Has the target of a phase count prompts: by a request of one output token, whose answer tells the
 * prompt's length, or at its {@code /tokenize}. Keeps account of the requests. Whatever fails does
 * so with {@link TargetException}.
 */
final class TargetCounter {
  static final Duration CONNECT = Duration.ofSeconds(5);
  static final Duration TOTAL = Duration.ofSeconds(25);

  private static final JsonMapper JSON = new JsonMapper();

  private final TargetHttp http;
  private final RunSpec run;
  private final Phase phase;
  private final Function<String, @Nullable String> environment;
  private final AtomicInteger asked = new AtomicInteger();

  /**
   * @param environment values of environment variables by name, for secrets
   */
  TargetCounter(
      TargetHttp http, RunSpec run, int phase, Function<String, @Nullable String> environment) {
    this.http = http;
    this.run = run;
    this.phase = run.phase(phase);
    this.environment = environment;
  }

  /** How many requests were sent. */
  int asked() {
    return asked.get();
  }

  /** Tokens of a prompt of text, by the server's usage. */
  CompletionStage<Integer> usage(String text) {
    return usage(ProbeForm.of(run.plan().model(), phase.request(), text));
  }

  /** Tokens of a prompt of ids, by the server's usage. */
  CompletionStage<Integer> usage(List<Integer> ids) {
    return usage(ProbeForm.ofIds(run.plan().model(), phase.request(), ids));
  }

  private CompletionStage<Integer> usage(ProbeForm form) {
    return post(phase.request().api().path(false), form.body()).thenApply(form::count);
  }

  /** Tokens of a text, by the server's {@code /tokenize}; 0 if its answer does not tell. */
  CompletionStage<Integer> tokenize(TokenizeForm form, String text) {
    return post("/tokenize", form.body(run.plan().model(), text)).thenApply(form::count);
  }

  private CompletionStage<JsonNode> post(String path, Map<String, Object> body) {
    Route route = run.plan().routeOf(phase);
    HttpRequest request =
        HttpRequest.POST(TargetHttp.below(route.targetOf(0), path))
            .withHeaders(List.copyOf(RouteHeaders.of(route, environment)))
            .withEntity(ContentTypes.APPLICATION_JSON, text(body));
    asked.incrementAndGet();
    return http.send(request, route.tls(), TOTAL).thenApply(TargetCounter::json);
  }

  private static String text(Map<String, Object> body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a request always has a JSON form", e);
    }
  }

  private static JsonNode json(TargetHttp.Answer answer) {
    if (answer.status() >= 300) {
      throw new TargetException("the target answered with status " + answer.status());
    }
    try {
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException e) {
      throw new TargetException("the target's answer is no JSON", e);
    }
  }
}
