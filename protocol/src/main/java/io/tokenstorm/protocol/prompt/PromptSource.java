package io.tokenstorm.protocol.prompt;

import io.tokenstorm.protocol.plan.Workload;

/** The prompts of one phase, each a pure function of its place; the same on every node. */
public interface PromptSource {
  /** The prompt of one request. May take long: never on the thread that sends. */
  Prompt of(int slot, int ordinal);

  /**
   * Prompts of words or of token ids, as the workload says.
   *
   * @param seed the plan's
   * @param salt the run's
   * @param phase index of the phase
   * @param lengthFactor words a token, &gt; 0; token ids need none
   */
  static PromptSource of(
      long seed, String salt, int phase, Workload workload, double lengthFactor) {
    return workload.sendsIds()
        ? new PromptIds(seed, salt, phase, workload)
        : new PromptText(seed, salt, phase, workload, lengthFactor);
  }

  /**
   * Prompts of exactly the workload's length, as the target counts that the recipe was found for.
   *
   * @param recipe whether they are ids or words, and what these cost
   */
  static PromptSource exact(PromptSeeds seeds, Workload workload, PromptRecipe recipe) {
    return recipe.sendsIds()
        ? new PromptIds(seeds, workload, recipe.fixedTokens())
        : new CountedText(seeds, workload, recipe);
  }
}
