package io.tokenstorm.protocol.prompt;

import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import java.nio.charset.StandardCharsets;

/**
 * Prompts of text that one target counts as exactly so many tokens, made of words whose tokens are
 * known; functions of (plan seed, run salt, phase, slot, ordinal) and of the recipe. No tokenizer
 * and no question to the target is needed for any of them. A shared prefix of p tokens is the
 * opening and words of p tokens.
 */
final class CountedText implements PromptSource {
  private final PromptSeeds seeds;
  private final KnownWords words;
  private final int ownTokens;
  private final byte[][] beginnings;

  /**
   * Makes the shared prefixes; prompts are made one by one.
   *
   * @param recipe of words
   */
  CountedText(PromptSeeds seeds, Workload workload, PromptRecipe recipe) {
    this.seeds = seeds;
    this.words = new KnownWords(recipe);
    int tokens = Math.max(0, workload.inputTokens() - recipe.fixedTokens());
    SharedPrefix prefix = workload.prefix();
    int shared = prefix == null ? 0 : words.nearest(Math.min(prefix.tokens(), tokens));
    this.ownTokens = tokens - shared;
    this.beginnings = new byte[prefix == null ? 1 : prefix.groups()][];
    for (int group = 0; group < beginnings.length; group++) {
      beginnings[group] =
          prefix == null
              ? WordPrompt.opening()
              : joined(WordPrompt.opening(), words.draw(seeds.ofGroup(prefix, group), shared));
    }
  }

  private static byte[] joined(byte[] one, byte[] other) {
    return (new String(one, StandardCharsets.US_ASCII)
            + new String(other, StandardCharsets.US_ASCII))
        .getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public Prompt of(int slot, int ordinal) {
    byte[] own = words.draw(seeds.ofRequest(slot, ordinal), ownTokens);
    return new Prompt(ordinal, beginnings[slot % beginnings.length], own);
  }
}
