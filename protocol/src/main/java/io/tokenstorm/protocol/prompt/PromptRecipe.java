package io.tokenstorm.protocol.prompt;

import java.util.Arrays;

/**
 * How prompts of an exact length are made for one target, found out before its load. Either they
 * are token ids, or texts of words of which is known how many tokens each takes there.
 *
 * @param fixedTokens what the target counts beside the prompt's own: its template and the tokens
 *     that it adds; with words their {@link WordPrompt#OPENING} too
 * @param costs a character for each word of the vocabulary: its tokens as a digit of base 36, or
 *     {@code .} where they are not known; empty: prompts are token ids
 */
public record PromptRecipe(int fixedTokens, String costs) {
  /** Words that take more tokens are not used. */
  public static final int MOST_COST = 35;

  /** Nothing is known: prompts are as long as a factor makes them. */
  public static final PromptRecipe NONE = new PromptRecipe(-1, "");

  private static final char UNKNOWN = '.';

  /** Prompts of ids. */
  public static PromptRecipe ofIds(int fixedTokens) {
    return new PromptRecipe(fixedTokens, "");
  }

  /**
   * Prompts of words.
   *
   * @param costs tokens by word; 0 where they are not known
   */
  public static PromptRecipe ofWords(int fixedTokens, int[] costs) {
    StringBuilder text = new StringBuilder(costs.length);
    for (int cost : costs) {
      text.append(cost < 1 || cost > MOST_COST ? UNKNOWN : Character.forDigit(cost, 36));
    }
    return new PromptRecipe(fixedTokens, text.toString());
  }

  /** Whether prompts are token ids. */
  public boolean sendsIds() {
    return costs.isEmpty();
  }

  /** Of how many words the tokens are known. */
  public int knownWords() {
    return (int) Arrays.stream(costsByWord()).filter(cost -> cost > 0).count();
  }

  /**
   * How many tokens a prompt has that is to have so many: fewer where no words add up to them, more
   * where the fixed ones alone are more.
   */
  public int delivers(int inputTokens) {
    return sendsIds()
        ? Math.max(inputTokens, fixedTokens + 1)
        : fixedTokens + new KnownWords(this).nearest(inputTokens - fixedTokens);
  }

  /** Tokens by word; 0 where they are not known. Anything that is no digit is not known. */
  int[] costsByWord() {
    int[] byWord = new int[costs.length()];
    Arrays.setAll(byWord, i -> Math.max(0, Character.digit(costs.charAt(i), 36)));
    return byWord;
  }
}
