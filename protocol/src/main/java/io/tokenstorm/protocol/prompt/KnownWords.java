package io.tokenstorm.protocol.prompt;

import java.util.Arrays;

/**
 * The words of which a recipe knows the tokens, and random texts of exactly so many tokens made of
 * them. Immutable; a text takes a moment for a million tokens, and its bytes twice in memory.
 */
final class KnownWords {
  private final int[] words;
  private final int[] costs;
  private final boolean[] reaches;
  private final int step;
  private final int bytesPerToken;

  KnownWords(PromptRecipe recipe) {
    int[] byWord = recipe.costsByWord();
    int known = (int) Arrays.stream(byWord).filter(cost -> cost > 0).count();
    this.words = new int[known];
    this.costs = new int[known];
    int divisor = 0;
    int most = 1;
    int bytes = 1;
    for (int word = 0, i = 0; word < byWord.length; word++) {
      if (byWord[word] > 0) {
        words[i] = word;
        costs[i++] = byWord[word];
        divisor = gcd(divisor, byWord[word]);
        most = Math.max(most, byWord[word]);
        bytes = Math.max(bytes, (Vocabulary.word(word).length + byWord[word]) / byWord[word]);
      }
    }
    this.step = Math.max(1, divisor);
    this.bytesPerToken = bytes;
    this.reaches = reachable(most * most + most + 1);
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /**
   * Sums of costs; beyond the square of the greatest cost each multiple of their divisor is one.
   */
  private boolean[] reachable(int end) {
    boolean[] sums = new boolean[end];
    sums[0] = true;
    int[] different = Arrays.stream(costs).distinct().toArray();
    for (int sum = 1; sum < end; sum++) {
      for (int cost : different) {
        sums[sum] |= sum >= cost && sums[sum - cost];
      }
    }
    return sums;
  }

  private boolean reaches(int tokens) {
    return tokens < reaches.length ? tokens >= 0 && reaches[tokens] : tokens % step == 0;
  }

  /** The most tokens that words can add up to, up to so many. */
  int nearest(int tokens) {
    int sum = words.length == 0 ? 0 : Math.max(0, tokens);
    while (!reaches(sum)) {
      sum--;
    }
    return sum;
  }

  /** Random words, a blank before each, of {@link #nearest} tokens. */
  byte[] draw(long seed, int tokens) {
    RandomBits random = new RandomBits(seed);
    int left = nearest(tokens);
    byte[] text = new byte[Math.toIntExact((long) left * bytesPerToken)];
    int end = 0;
    while (left > 0) {
      int i = fitting((int) Long.remainderUnsigned(random.next(), words.length), left);
      byte[] word = Vocabulary.word(words[i]);
      text[end++] = ' ';
      System.arraycopy(word, 0, text, end, word.length);
      end += word.length;
      left -= costs[i];
    }
    return Arrays.copyOf(text, end);
  }

  /** The first word from there on after which the rest can be made up exactly. */
  private int fitting(int from, int left) {
    int i = from;
    while (!reaches(left - costs[i])) {
      i = (i + 1) % words.length;
    }
    return i;
  }
}
