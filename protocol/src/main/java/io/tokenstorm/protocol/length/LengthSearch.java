package io.tokenstorm.protocol.length;

import io.tokenstorm.protocol.prompt.WordText;

/**
 * Finds a text that somebody counts as exactly so many tokens: {@link #text} is the next one to
 * have counted, {@link #counted} takes the count, until {@link #done}. Texts are the first words of
 * one random sequence, so a longer one never has fewer tokens; the slope between two counts leads
 * to the next guess, halving bounds the number of guesses, and where no number of words fits, a run
 * of letters fills up the rest. What the counter adds for itself (a template, a first token) is
 * found along the way.
 *
 * <p>Four to six counts are usual; {@link #MOST} at most.
 */
public final class LengthSearch {
  /** The most counts that are asked for. */
  public static final int MOST = 48;

  /** Says how many tokens a text has. */
  @FunctionalInterface
  public interface Counter {
    int count(String text);
  }

  private final long seed;
  private final int target;
  private final String before;
  private int low; // most words known to give too few tokens
  private int lowTokens = -1;
  private int high = Integer.MAX_VALUE; // fewest words known to give too many
  private int words;
  private int letters;
  private int fewLetters;
  private int manyLetters = Integer.MAX_VALUE;
  private int lastWords = -1;
  private int lastTokens;
  private int counts;
  private int bestMiss = Integer.MAX_VALUE;
  private int bestWords;
  private int bestLetters;

  /**
   * @param seed of the words
   * @param target tokens of the whole, ≥ 1
   * @param before a text that the whole begins with; may be empty
   */
  public LengthSearch(long seed, int target, String before) {
    this.seed = seed;
    this.target = target;
    this.before = before;
    this.words = Math.max(1, target - before.length() / 6);
  }

  /** The text to be counted next; once done, the one that came nearest. */
  public String text() {
    return before + own();
  }

  /** The same without what it begins with. */
  public String own() {
    return done() ? WordText.of(seed, bestWords, bestLetters) : WordText.of(seed, words, letters);
  }

  public boolean done() {
    return bestMiss == 0 || counts >= MOST || (high == 1 && counts > 0);
  }

  /** Whether the text found has exactly the tokens wanted. */
  public boolean exact() {
    return bestMiss == 0;
  }

  /** By how many tokens the text found misses the target. */
  public int miss() {
    return bestMiss;
  }

  /** How many counts it took. */
  public int counts() {
    return counts;
  }

  /** Takes the count of {@link #text}. */
  public void counted(int tokens) {
    counts++;
    int miss = Math.abs(target - tokens);
    if (miss < bestMiss) {
      bestMiss = miss;
      bestWords = words;
      bestLetters = letters;
    }
    if (miss == 0) {
      return;
    }
    if (letters > 0) {
      fillUp(tokens);
    } else {
      nextWords(tokens);
    }
  }

  private void nextWords(int tokens) {
    if (tokens < target) {
      low = words;
      lowTokens = tokens;
    } else {
      high = words;
    }
    int guess = guess(tokens);
    lastWords = words;
    lastTokens = tokens;
    if (high - low <= 1 && low > 0) {
      words = low;
      letters = target - lowTokens;
    } else if (guess <= low || guess >= high) {
      words = Math.max(1, high == Integer.MAX_VALUE ? low * 2 : low + (high - low) / 2);
    } else {
      words = guess;
    }
  }

  /** Along the line through the last two counts; the first time as if nothing were added. */
  private int guess(int tokens) {
    double slope =
        lastWords < 0 || lastWords == words
            ? (double) tokens / words
            : (double) (tokens - lastTokens) / (words - lastWords);
    double step = (target - tokens) / Math.max(slope, 1e-3);
    double next = Math.max(1, Math.min(words + Math.rint(step), Integer.MAX_VALUE - 1.0));
    return next == words ? words + (tokens < target ? 1 : -1) : (int) next;
  }

  /** A run of letters grows by a token or none with each letter; between too few and too many. */
  private void fillUp(int tokens) {
    if (tokens < target) {
      fewLetters = letters;
    } else {
      manyLetters = letters;
    }
    int next = letters + target - tokens;
    if (next <= fewLetters || next >= manyLetters) {
      next = manyLetters == Integer.MAX_VALUE ? fewLetters * 2 : (fewLetters + manyLetters) / 2;
    }
    if (next <= fewLetters) {
      words = Math.max(1, words - 1); // no run fits after these words: a word less, a longer run
      fewLetters = 0;
      manyLetters = Integer.MAX_VALUE;
      next = letters + 2;
    }
    letters = next;
  }

  /** Searches to the end with a counter that answers at once. */
  public LengthSearch run(Counter counter) {
    while (!done()) {
      counted(counter.count(text()));
    }
    return this;
  }
}
