package io.tokenstorm.coordinator.report.model;

import org.jspecify.annotations.Nullable;

/**
 * Lengths asked for and delivered, tokens. The whole distributions are {@code input_tokens} and
 * {@code output_tokens}.
 *
 * @param lengthFactor words of prompt text per token aimed at
 */
public record Lengths(Length input, Length output, double lengthFactor) {

  /**
   * One of the two.
   *
   * @param median of what was delivered; {@code null} if nobody counted it
   * @param miss median / asked − 1
   * @param shorter answers (or prompts) shorter than asked
   */
  public record Length(int asked, @Nullable Double median, @Nullable Double miss, long shorter) {}
}
