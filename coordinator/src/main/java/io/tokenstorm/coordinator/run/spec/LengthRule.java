package io.tokenstorm.coordinator.run.spec;

/**
 * How many words of prompt make a wanted number of input tokens. Tokens grow linearly with words:
 * {@code tokens = a + b × words}, where {@code a} is what the chat template adds. From two probes
 * {@code (w1, t1)} and {@code (w2, t2)}: {@code b = (t2 − t1) / (w2 − w1)}, {@code a = t1 − b ×
 * w1}, so {@code words(L) = (L − a) / b}, and the factor of a workload of {@code L} tokens is
 * {@code words(L) / L}.
 */
public final class LengthRule {
  /** Words per token where nothing is known of the tokenizer. */
  public static final double DEFAULT_FACTOR = 1.0;

  private LengthRule() {}

  /**
   * One answered probe.
   *
   * @param words of its prompt
   * @param tokens as the server counted them
   */
  public record Sample(int words, int tokens) {}

  /**
   * The factor for prompts of {@code inputTokens}; {@link Double#NaN} if the samples do not tell:
   * equal word counts, tokens that do not grow, or a template longer than the prompt wanted.
   */
  public static double factor(Sample small, Sample large, int inputTokens) {
    double slope = (double) (large.tokens() - small.tokens()) / (large.words() - small.words());
    double fixed = small.tokens() - slope * small.words();
    double words = (inputTokens - fixed) / slope;
    boolean told = Double.isFinite(slope) && slope > 0 && words >= 1;
    return told ? words / inputTokens : Double.NaN;
  }
}
