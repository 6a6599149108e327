package io.tokenstorm.coordinator.report.model;

import org.jspecify.annotations.Nullable;

/**
 * Lengths asked for and delivered, tokens. The whole distributions are {@code input_tokens} and
 * {@code output_tokens}.
 *
 * @param lengthFactor words of prompt text per token aimed at
 * @param exact how prompts got their exact length; {@code null}: that was not asked for
 */
public record Lengths(Length input, Length output, double lengthFactor, @Nullable Exact exact) {

  /**
   * How prompts got their exact length.
   *
   * @param way by which it was found, such as {@code server-tokenize}; {@code estimate}: by none
   * @param fixedTokens what the target counts beside the prompt's own: its template, and of texts
   *     the first word
   * @param probes requests that it took, all before the load
   * @param remark what did not go as it should; empty: nothing
   */
  public record Exact(String way, int fixedTokens, int probes, String remark) {}

  /**
   * One of the two.
   *
   * @param median of what was delivered; {@code null} if nobody counted it
   * @param miss median / asked − 1
   * @param shorter answers (or prompts) shorter than asked
   */
  public record Length(int asked, @Nullable Double median, @Nullable Double miss, long shorter) {}
}
