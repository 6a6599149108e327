package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.run.spec.LengthRule;
import io.tokenstorm.coordinator.run.spec.RunInput.ExactLength;
import io.tokenstorm.coordinator.run.spec.RunInput.LengthProbed;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about a run's targets: whether they answer, whether they take to be asked for
 * usage, how they count prompts. What a reader of the report should know is noted.
 */
public final class TargetFacts {
  private final RunSpec spec;
  private final Consumer<RunEvent> notes;
  private final Map<String, Double> factors = new HashMap<>();
  private final Map<String, ExactLength> exact = new HashMap<>();
  private final Set<String> usageRefused = new HashSet<>();
  private @Nullable List<String> unreachable;

  /**
   * @param inherited words a token as an earlier coordinator found them; exact lengths are found
   *     anew
   */
  TargetFacts(RunSpec spec, Map<String, Double> inherited, Consumer<RunEvent> notes) {
    this.spec = spec;
    this.notes = notes;
    inherited.forEach(
        (workload, factor) -> {
          Workload known = spec.plan().workloads().get(workload);
          if (known == null || !known.exact()) {
            factors.put(workload, factor);
          }
        });
  }

  /** Whether it is known how long the prompts of a phase get. */
  public boolean knowsLength(int phase) {
    return factors.containsKey(spec.promptsOf(phase));
  }

  /** The prompts of a phase need not be tried: each token aimed at is sent as one. */
  public void lengthExact(int phase) {
    factors.put(spec.promptsOf(phase), 1.0);
  }

  /** The length of prompts could not be tried: a default serves, and that is said. */
  public void lengthUnknown(String prompts, String why) {
    factors.put(prompts, LengthRule.DEFAULT_FACTOR);
    notes.accept(
        new RunEvent.Finding(
            "The length of the prompts of workload '%s' could not be tried on the target (%s): %s words were sent per token aimed at, so the delivered input lengths may miss the plan's."
                .formatted(prompts, why, LengthRule.DEFAULT_FACTOR)));
  }

  void length(LengthProbed probed) {
    ExactLength found = probed.exact();
    if (found != null) {
      exact.put(probed.prompts(), found);
      notes.accept(event(probed.prompts(), found));
      if (found.recipe() == null) {
        notes.accept(
            new RunEvent.Finding(
                "No way led to prompts of an exact length for workload '%s' (%s): they are near it."
                    .formatted(probed.prompts(), found.remark())));
      }
    }
    if (probed.problem().isEmpty()) {
      factors.put(probed.prompts(), probed.factor());
    } else {
      lengthUnknown(probed.prompts(), probed.problem());
    }
  }

  private static RunEvent event(String prompts, ExactLength found) {
    PromptRecipe recipe = found.recipe();
    return new RunEvent.LengthFound(
        prompts,
        found.way().label(),
        recipe == null ? 0 : recipe.fixedTokens(),
        recipe == null ? 0 : recipe.knownWords(),
        found.probes(),
        found.remark());
  }

  /** What a phase goes by. */
  Epoch.Target of(int phase) {
    String prompts = spec.promptsOf(phase);
    ExactLength found = exact.get(prompts);
    return new Epoch.Target(
        factors.getOrDefault(prompts, LengthRule.DEFAULT_FACTOR),
        found == null ? null : found.recipe(),
        !usageRefused.contains(spec.phase(phase).route()));
  }

  /** Targets that do not answer, a sentence each; null while they are being tried. */
  public @Nullable List<String> unreachable() {
    return unreachable;
  }

  void unreachable(List<String> sentences) {
    unreachable = sentences;
  }

  /** Routes that refuse to be asked for usage: they are not, and that is said. */
  void usageRefused(Set<String> routes) {
    usageRefused.addAll(routes);
    for (String route : routes) {
      notes.accept(
          new RunEvent.Finding(
              "Route '%s' refuses stream_options (TARGET): streams are not asked for usage there, so their tokens are counted without it."
                  .formatted(route)));
    }
  }
}
