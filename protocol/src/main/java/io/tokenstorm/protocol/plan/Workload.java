package io.tokenstorm.protocol.plan;

import org.jspecify.annotations.Nullable;

/**
 * What prompts look like.
 *
 * @param name as the plan names it
 * @param inputTokens the length aimed at, as the server's {@code usage.prompt_tokens} counts it,
 *     chat template included
 * @param prefix a shared prefix, part of {@code inputTokens}
 * @param tokenIds prompts are sent as ids drawn from these; null: as text
 * @param tokenizer a {@code tokenizer.json} on each node, by which lengths are exact and output
 *     without usage is counted; null: none
 * @param exact whether the target is asked how it counts until each prompt has exactly so many
 *     tokens; ids are then sent only if the target takes them
 */
public record Workload(
    String name,
    int inputTokens,
    @Nullable SharedPrefix prefix,
    @Nullable TokenIds tokenIds,
    @Nullable String tokenizer,
    boolean exact) {

  /** Prompts of text, near the length, without a tokenizer. */
  public Workload(String name, int inputTokens, @Nullable SharedPrefix prefix) {
    this(name, inputTokens, prefix, null, null, false);
  }

  /** Whether prompts are sent as ids without asking the target whether it takes them. */
  public boolean sendsIds() {
    return tokenIds != null && !exact;
  }

  /**
   * Ids that prompts are made of, each as likely as the other.
   *
   * @param first the smallest
   * @param last the greatest, at least {@code first}
   */
  public record TokenIds(int first, int last) {
    /** Ordinary tokens in nearly every vocabulary. */
    public static final TokenIds DEFAULT = new TokenIds(1_000, 20_000);
  }
}
