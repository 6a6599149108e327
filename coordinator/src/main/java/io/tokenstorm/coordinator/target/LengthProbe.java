package io.tokenstorm.coordinator.target;

import akka.actor.ClassicActorSystemProvider;
import akka.dispatch.Dispatchers;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.run.spec.LengthRule;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.PromptText;
import io.tokenstorm.protocol.token.LocalTokenizer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how the target counts: two plain requests of one output token, with prompts of two
 * lengths, through the phase's route; their {@code usage.prompt_tokens} give the factor by {@link
 * LengthRule}. Where the workload names a tokenizer it counts the same prompts on this node: what
 * the target counts more is what it adds.
 */
public final class LengthProbe {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration TOTAL = Duration.ofSeconds(25);

  private final TargetHttp http;
  private final Executor blocking;
  private final Function<String, @Nullable String> environment;

  /**
   * @param environment values of environment variables by name, for secrets
   */
  public LengthProbe(
      ClassicActorSystemProvider system, Function<String, @Nullable String> environment) {
    this.http = new TargetHttp(system, CONNECT, TOTAL);
    this.blocking =
        system.classicSystem().dispatchers().lookup(Dispatchers.DefaultBlockingDispatcherId());
    this.environment = environment;
  }

  /**
   * What was found.
   *
   * @param factor words of prompt per token aimed at, with a tokenizer the prompt's own share of
   *     the tokens; of no meaning if there is a problem
   * @param problem why no factor is known; empty: it is
   */
  public record Finding(double factor, String problem) {}

  /** Asks the target of a phase; never fails. One request at a time. */
  public CompletionStage<Finding> probe(RunSpec run, int phaseIndex) {
    Phase phase = run.phase(phaseIndex);
    int aim = run.plan().workloadOf(phase).inputTokens();
    int large = Math.max(2, aim);
    int small = Math.max(1, large / 2);
    String tokenizer = run.plan().workloadOf(phase).tokenizer();
    try {
      return sample(run, phase, small)
          .thenCompose(one -> sample(run, phase, large).thenApply(two -> List.of(one, two)))
          .thenApplyAsync(
              both ->
                  tokenizer == null
                      ? finding(both.get(0), both.get(1), aim)
                      : byTokenizer(run, Path.of(tokenizer), both, aim),
              blocking)
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

  private static Finding byTokenizer(
      RunSpec run, Path file, List<LengthRule.Sample> samples, int aim) {
    try (LocalTokenizer tokenizer = LocalTokenizer.load(file)) {
      LengthRule.Sample one = samples.get(0);
      LengthRule.Sample two = samples.get(1);
      int added = one.tokens() - tokenizer.countPrompt(prompt(run, one.words()));
      int counted = tokenizer.countPrompt(prompt(run, two.words()));
      if (two.tokens() - counted != added || added >= aim) {
        return new Finding(
            0,
            "the tokenizer %s counts %d tokens where the target counts %d; is it the model's own?"
                .formatted(file, counted, two.tokens()));
      }
      return new Finding((double) (aim - added) / aim, "");
    }
  }

  private CompletionStage<LengthRule.Sample> sample(RunSpec run, Phase phase, int words) {
    Route route = run.plan().routeOf(phase);
    ProbeForm form = ProbeForm.of(run.plan().model(), phase.request(), prompt(run, words));
    HttpRequest request =
        HttpRequest.POST(TargetHttp.below(route.targetOf(0), phase.request().api().path(false)))
            .withHeaders(List.copyOf(RouteHeaders.of(route, environment)))
            .withEntity(ContentTypes.APPLICATION_JSON, text(form.body()));
    return http.send(request, route.tls(), TOTAL)
        .thenApply(answer -> new LengthRule.Sample(words, promptTokens(form, answer)));
  }

  /** Words as the workers make them, but not those of any of their prompts. */
  private static String prompt(RunSpec run, int words) {
    Workload probe = new Workload("probe", words, null);
    return new PromptText(run.plan().seed(), run.salt() + "/probe", 0, probe, 1.0).of(0, 0).text();
  }

  private static String text(Map<String, Object> body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a request always has a JSON form", e);
    }
  }

  private static int promptTokens(ProbeForm form, TargetHttp.Answer answer) {
    if (answer.status() >= 300) {
      throw new TargetException("the target answered with status " + answer.status());
    }
    try {
      return form.count(JSON.readTree(answer.body()));
    } catch (JsonProcessingException e) {
      throw new TargetException("the target's answer is no JSON", e);
    }
  }
}
