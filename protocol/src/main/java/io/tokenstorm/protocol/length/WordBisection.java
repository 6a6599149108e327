package io.tokenstorm.protocol.length;

import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.prompt.WordPrompt;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Finds out how many tokens words take by counts of short texts: {@link #text} is the next one to
 * have counted, {@link #counted} takes the count, until {@link #done}. A group of words that counts
 * as one token each is known at once; another is halved, the second half being the rest, until its
 * words are told apart. So a usual tokenizer takes about ten counts, one of bytes as many as are
 * allowed, whatever the length of the prompts will be.
 *
 * <p>This rests on tokens adding up word by word, which {@link #problem} denies where it can be
 * seen; whoever uses the outcome checks it on one longer text.
 */
public final class WordBisection {
  /** Words of a group. */
  static final int GROUP = 32;

  /** So many known words are enough. */
  static final int ENOUGH = 256;

  /** Fewer known words make no prompts. */
  static final int FEWEST = 8;

  private final int most;
  private final int[] costs = new int[WordPrompt.vocabulary()];
  private final Deque<Group> mixed = new ArrayDeque<>();
  private int base = -1;
  private int next;
  private int known;
  private int counts;
  private String problem = "";

  /**
   * Neighbouring words, and what they take together.
   *
   * @param tokens more than one a word
   */
  private record Group(int from, int words, int tokens) {
    int half() {
      return words / 2;
    }
  }

  /**
   * @param most counts that may be asked for, ≥ 2
   */
  public WordBisection(int most) {
    this.most = most;
  }

  /** Whether nothing more is to be counted. */
  public boolean done() {
    boolean nothingLeft = mixed.isEmpty() && next >= costs.length;
    return counts >= most || known >= ENOUGH || nothingLeft || base == 0 || isBroken();
  }

  private boolean isBroken() {
    return !problem.isEmpty();
  }

  /** The text to be counted next; of no meaning once done. */
  public String text() {
    if (base < 0) {
      return WordPrompt.OPENING;
    }
    Group group = mixed.peek();
    return group == null ? WordPrompt.of(next, size()) : WordPrompt.of(group.from(), group.half());
  }

  private int size() {
    return Math.min(GROUP, costs.length - next);
  }

  /** Takes the count of {@link #text}. */
  public void counted(int tokens) {
    counts++;
    if (base < 0) {
      base = Math.max(0, tokens);
      return;
    }
    Group group = mixed.poll();
    int own = tokens - base;
    if (group == null) {
      int words = size();
      settle(new Group(next, words, own));
      next += words;
    } else {
      int half = group.half();
      settle(new Group(group.from() + half, group.words() - half, group.tokens() - own));
      settle(new Group(group.from(), half, own));
    }
  }

  private void settle(Group group) {
    if (group.tokens() < group.words()) {
      problem = group.words() + " words were counted as " + group.tokens() + " tokens";
    } else if (group.tokens() == group.words()) {
      Arrays.fill(costs, group.from(), group.from() + group.words(), 1);
      known += group.words();
    } else if (group.words() > 1) {
      mixed.push(group);
    } else if (group.tokens() <= PromptRecipe.MOST_COST) {
      costs[group.from()] = group.tokens();
      known++;
    }
  }

  /** How many counts it took. */
  public int counts() {
    return counts;
  }

  /** Of how many words the tokens are known. */
  public int known() {
    return known;
  }

  /** What the counter counted for the opening alone. */
  public int base() {
    return Math.max(0, base);
  }

  /** Why the counts are of no use; empty if they are. */
  public String problem() {
    return !isBroken() && known < FEWEST
        ? "of " + counts + " texts counted the tokens of only " + known + " words became known"
        : problem;
  }

  /**
   * The outcome.
   *
   * @param fixedTokens what the target counts for the opening alone, its template included
   */
  public PromptRecipe recipe(int fixedTokens) {
    return PromptRecipe.ofWords(fixedTokens, costs);
  }

  /** Searches to the end with a counter that answers at once. */
  public WordBisection run(LengthSearch.Counter counter) {
    while (!done()) {
      counted(counter.count(text()));
    }
    return this;
  }
}
