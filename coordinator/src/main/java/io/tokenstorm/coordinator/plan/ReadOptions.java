package io.tokenstorm.coordinator.plan;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a user asks for beside the plan.
 *
 * @param sets {@code path=value} each, as given to {@code --set}, in order
 * @param phases names of the phases to run, as given to {@code --phase}; empty for all
 * @param timeScale factor on measured and warmup durations and on events' times; 1 leaves them
 * @param environment whether an environment variable is set; always true where that is not to be
 *     checked
 * @param tokenizers what is wrong with a tokenizer's file, for a person; always empty where that is
 *     not to be checked
 */
public record ReadOptions(
    List<String> sets,
    List<String> phases,
    double timeScale,
    Predicate<String> environment,
    Function<String, Optional<String>> tokenizers) {
  /** The plan as it stands, its environment variables and files not checked. */
  public static final ReadOptions NONE =
      new ReadOptions(List.of(), List.of(), 1, name -> true, file -> Optional.empty());

  public ReadOptions {
    sets = List.copyOf(sets);
    phases = List.copyOf(phases);
  }

  public ReadOptions withSets(List<String> newSets) {
    return new ReadOptions(newSets, phases, timeScale, environment, tokenizers);
  }

  public ReadOptions withPhases(List<String> newPhases) {
    return new ReadOptions(sets, newPhases, timeScale, environment, tokenizers);
  }

  public ReadOptions withTimeScale(double newTimeScale) {
    return new ReadOptions(sets, phases, newTimeScale, environment, tokenizers);
  }

  /** Checks variables, for instance with {@code name -> System.getenv(name) != null}. */
  public ReadOptions withEnvironment(Predicate<String> newEnvironment) {
    return new ReadOptions(sets, phases, timeScale, newEnvironment, tokenizers);
  }

  /** Checks files of tokenizers. */
  public ReadOptions withTokenizers(Function<String, Optional<String>> newTokenizers) {
    return new ReadOptions(sets, phases, timeScale, environment, newTokenizers);
  }
}
