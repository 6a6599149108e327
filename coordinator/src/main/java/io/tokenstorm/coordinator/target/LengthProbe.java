package io.tokenstorm.coordinator.target;

import akka.actor.ClassicActorSystemProvider;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.run.spec.LengthRule;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.PromptText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how the target counts: two plain requests of one output token, with prompts of two
 * lengths, through the phase's route; their {@code usage.prompt_tokens} give the factor by {@link
 * LengthRule}.
 */
public final class LengthProbe {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration TOTAL = Duration.ofSeconds(25);

  private final TargetHttp http;
  private final Function<String, @Nullable String> environment;

  /**
   * @param environment values of environment variables by name, for secrets
   */
  public LengthProbe(
      ClassicActorSystemProvider system, Function<String, @Nullable String> environment) {
    this.http = new TargetHttp(system, CONNECT, TOTAL);
    this.environment = environment;
  }

  /**
   * What was found.
   *
   * @param factor words of prompt per token aimed at; of no meaning if there is a problem
   * @param problem why no factor is known; empty: it is
   */
  public record Finding(double factor, String problem) {}

  /** Asks the target of a phase; never fails. One request at a time. */
  public CompletionStage<Finding> probe(RunSpec run, int phaseIndex) {
    Phase phase = run.phase(phaseIndex);
    int aim = run.plan().workloadOf(phase).inputTokens();
    int large = Math.max(2, aim);
    int small = Math.max(1, large / 2);
    try {
      return sample(run, phase, small)
          .thenCompose(one -> sample(run, phase, large).thenApply(two -> finding(one, two, aim)))
          .exceptionally(error -> new Finding(0, TargetHttp.causeOf(error)));
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(new Finding(0, TargetHttp.causeOf(e)));
    }
  }

  private static Finding finding(LengthRule.Sample one, LengthRule.Sample two, int aim) {
    double factor = LengthRule.factor(one, two, aim);
    return Double.isNaN(factor)
        ? new Finding(
            0,
            "%d words were counted as %d tokens, %d words as %d"
                .formatted(one.words(), one.tokens(), two.words(), two.tokens()))
        : new Finding(factor, "");
  }

  private CompletionStage<LengthRule.Sample> sample(RunSpec run, Phase phase, int words) {
    Route route = run.plan().routeOf(phase);
    String prompt = prompt(run, words);
    HttpRequest request =
        HttpRequest.POST(TargetHttp.below(route.targetOf(0), phase.request().api().path()))
            .withHeaders(List.copyOf(RouteHeaders.of(route, environment)))
            .withEntity(ContentTypes.APPLICATION_JSON, body(run.plan().model(), phase, prompt));
    return http.send(request, route.tls(), TOTAL)
        .thenApply(answer -> new LengthRule.Sample(words, promptTokens(answer)));
  }

  /** Words as the workers make them, but not those of any of their prompts. */
  private static String prompt(RunSpec run, int words) {
    Workload probe = new Workload("probe", words, null);
    return new PromptText(run.plan().seed(), run.salt() + "/probe", 0, probe, 1.0).of(0, 0).text();
  }

  static String body(String model, Phase phase, String prompt) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("model", model);
    if (phase.request().api() == Api.OPENAI_CHAT) {
      body.put("messages", List.of(Map.of("role", "user", "content", prompt)));
    } else {
      body.put("prompt", prompt);
    }
    phase.request().extraBody().forEach(body::putIfAbsent);
    body.put("max_tokens", 1);
    body.put("stream", false);
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a request always has a JSON form", e);
    }
  }

  private static int promptTokens(TargetHttp.Answer answer) {
    if (answer.status() >= 300) {
      throw new TargetException("the target answered with status " + answer.status());
    }
    try {
      JsonNode tokens = JSON.readTree(answer.body()).at("/usage/prompt_tokens");
      if (!tokens.isInt()) {
        throw new TargetException("the target's answer has no usage.prompt_tokens");
      }
      return tokens.intValue();
    } catch (JsonProcessingException e) {
      throw new TargetException("the target's answer is no JSON", e);
    }
  }
}
