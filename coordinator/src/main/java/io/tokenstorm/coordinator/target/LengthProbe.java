package io.tokenstorm.coordinator.target;

import akka.actor.ClassicActorSystemProvider;
import akka.dispatch.Dispatchers;
import io.tokenstorm.coordinator.run.spec.LengthRule;
import io.tokenstorm.coordinator.run.spec.RunInput.ExactLength;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.PromptText;
import io.tokenstorm.protocol.token.LocalTokenizer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how the target counts: two plain requests of one output token, with prompts of two
 * lengths, through the phase's route; their {@code usage.prompt_tokens} give the factor by {@link
 * LengthRule}. Where the workload names a tokenizer it counts the same prompts on this node: what
 * the target counts more is what it adds. Prompts that are to be exact are the affair of {@link
 * ExactLengths}.
 */
public final class LengthProbe {
  /** Longer prompts are no better a measure, and cost the target time. */
  private static final int MOST_WORDS = 8_192;

  private final TargetHttp http;
  private final Executor blocking;
  private final Function<String, @Nullable String> environment;

  /**
   * @param environment values of environment variables by name, for secrets
   */
  public LengthProbe(
      ClassicActorSystemProvider system, Function<String, @Nullable String> environment) {
    this.http = new TargetHttp(system, TargetCounter.CONNECT, TargetCounter.TOTAL);
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
   * @param exact what came of making prompts exact; null: that was not asked for
   */
  public record Finding(double factor, String problem, @Nullable ExactLength exact) {}

  /** Asks the target of a phase; never fails. One request at a time. */
  public CompletionStage<Finding> probe(RunSpec run, int phase) {
    try {
      TargetCounter counter = new TargetCounter(http, run, phase, environment);
      return run.plan().workloadOf(run.phase(phase)).exact()
          ? exact(counter, run, phase)
          : near(counter, run, phase);
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(new Finding(0, TargetException.causeOf(e), null));
    }
  }

  /** Where no way leads to an exact length a near one has to do. */
  private CompletionStage<Finding> exact(TargetCounter counter, RunSpec run, int phase) {
    return new ExactLengths(counter, blocking, run, phase)
        .find()
        .thenCompose(
            found ->
                found.recipe() == null
                    ? near(counter, run, phase)
                        .thenApply(near -> new Finding(near.factor(), near.problem(), found))
                    : CompletableFuture.completedFuture(new Finding(1.0, "", found)));
  }

  private CompletionStage<Finding> near(TargetCounter counter, RunSpec run, int phase) {
    Workload workload = run.plan().workloadOf(run.phase(phase));
    int aim = workload.inputTokens();
    int large = Math.max(2, Math.min(aim, MOST_WORDS));
    int small = Math.max(1, large / 2);
    String tokenizer = workload.tokenizer();
    return sample(counter, run, small)
        .thenCompose(one -> sample(counter, run, large).thenApply(two -> List.of(one, two)))
        .thenApplyAsync(
            both ->
                tokenizer == null
                    ? finding(both.get(0), both.get(1), aim)
                    : byTokenizer(run, Path.of(tokenizer), both, aim),
            blocking)
        .exceptionally(error -> new Finding(0, TargetException.causeOf(error), null));
  }

  private static Finding finding(LengthRule.Sample one, LengthRule.Sample two, int aim) {
    double factor = LengthRule.factor(one, two, aim);
    return Double.isNaN(factor)
        ? new Finding(
            0,
            "%d words were counted as %d tokens, %d words as %d"
                .formatted(one.words(), one.tokens(), two.words(), two.tokens()),
            null)
        : new Finding(factor, "", null);
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
                .formatted(file, counted, two.tokens()),
            null);
      }
      return new Finding((double) (aim - added) / aim, "", null);
    }
  }

  private static CompletionStage<LengthRule.Sample> sample(
      TargetCounter counter, RunSpec run, int words) {
    return counter
        .usage(prompt(run, words))
        .thenApply(tokens -> new LengthRule.Sample(words, tokens));
  }

  /** Words as the workers make them, but not those of any of their prompts. */
  private static String prompt(RunSpec run, int words) {
    Workload probe = new Workload("probe", words, null);
    return new PromptText(run.plan().seed(), run.salt() + "/probe", 0, probe, 1.0).of(0, 0).text();
  }
}
