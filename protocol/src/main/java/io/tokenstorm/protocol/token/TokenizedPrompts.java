package io.tokenstorm.protocol.token;

import io.tokenstorm.protocol.length.LengthSearch;
import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.prompt.PromptSeeds;
import io.tokenstorm.protocol.prompt.PromptSource;
import java.nio.charset.StandardCharsets;

/**
 * Prompts of text that a local tokenizer counts as exactly so many tokens; functions of (plan seed,
 * run salt, phase, slot, ordinal) and of the tokenizer's file, which must be the same on every
 * node.
 */
public final class TokenizedPrompts implements PromptSource {
  private final LocalTokenizer tokenizer;
  private final PromptSeeds seeds;
  private final int tokens;
  private final String[] prefixes;

  /**
   * Makes the shared prefixes; may take long.
   *
   * @param share of the tokens aimed at that are the prompt's own text: the rest is what the target
   *     adds to it; tokens are rounded to the nearest
   */
  public TokenizedPrompts(
      LocalTokenizer tokenizer, PromptSeeds seeds, Workload workload, double share) {
    this.tokenizer = tokenizer;
    this.seeds = seeds;
    this.tokens = Math.max(1, (int) Math.rint(workload.inputTokens() * share));
    SharedPrefix prefix = workload.prefix();
    this.prefixes = new String[prefix == null ? 0 : prefix.groups()];
    for (int group = 0; prefix != null && group < prefixes.length; group++) {
      int shared = Math.min(prefix.tokens(), tokens - 1);
      prefixes[group] = search(seeds.ofGroup(prefix, group), shared, "").own();
    }
  }

  private LengthSearch search(long seed, int target, String before) {
    return new LengthSearch(seed, target, before).run(tokenizer.searchCounter());
  }

  @Override
  public Prompt of(int slot, int ordinal) {
    String shared = prefixes.length == 0 ? "" : prefixes[slot % prefixes.length];
    String own = search(seeds.ofRequest(slot, ordinal), tokens, shared).own();
    return new Prompt(ordinal, ascii(shared), ascii(own));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
