package io.tokenstorm.protocol.length;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.prompt.PromptSeeds;
import io.tokenstorm.protocol.prompt.PromptSource;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WordBisectionTest {
  private static final int MOST = 64;

  /**
   * Counts as a tokenizer might: a blank goes with its word, words are cut into pieces, and a
   * template is added.
   */
  private static int pieces(String text, int pieceLength, int added) {
    int tokens = added;
    for (String word : text.split("(?= )")) {
      tokens += (word.length() + pieceLength - 1) / pieceLength;
    }
    return tokens;
  }

  private static String prompt(PromptRecipe recipe, long seed, int tokens) {
    return PromptSource.exact(
            new PromptSeeds(seed, "salt", 0), new Workload("w", tokens, null), recipe)
        .of(3, 5)
        .text();
  }

  @Property(tries = 300)
  void recipe_byAnyTokenizerOfWords_givesPromptsOfTheExactLength(
      @ForAll long seed,
      @ForAll @IntRange(min = 80, max = 3_000) int tokens,
      @ForAll @IntRange(min = 1, max = 12) int pieceLength,
      @ForAll @IntRange(min = 0, max = 40) int template) {
    WordBisection words = new WordBisection(MOST).run(text -> pieces(text, pieceLength, 0));
    assertThat(words.problem()).isEmpty();
    assertThat(words.counts()).isLessThanOrEqualTo(MOST);
    int fixed = pieces("Text", pieceLength, template);
    PromptRecipe recipe = words.recipe(fixed);

    assertThat(recipe.delivers(tokens)).isEqualTo(tokens);
    assertThat(pieces(prompt(recipe, seed, tokens), pieceLength, template)).isEqualTo(tokens);
  }

  @Property(tries = 200)
  void recipe_ofShortPrompts_deliversWhatItSays(
      @ForAll @IntRange(min = 1, max = 60) int tokens,
      @ForAll @IntRange(min = 1, max = 12) int pieceLength,
      @ForAll @IntRange(min = 0, max = 20) int template) {
    WordBisection words = new WordBisection(MOST).run(text -> pieces(text, pieceLength, template));
    PromptRecipe recipe = words.recipe(words.base());

    int counted = pieces(prompt(recipe, 7, tokens), pieceLength, template);
    assertThat(counted).isEqualTo(recipe.delivers(tokens));
    assertThat(counted).isLessThanOrEqualTo(Math.max(tokens, words.base()));
  }

  @Test
  void words_thatAreATokenEach_takeTenCounts() {
    WordBisection words = new WordBisection(MOST).run(text -> text.split(" ").length + 11);
    assertThat(words.counts()).isLessThanOrEqualTo(10);
    assertThat(words.known()).isGreaterThanOrEqualTo(WordBisection.ENOUGH);
    assertThat(words.base()).isEqualTo(12);
  }

  @Test
  void words_thatAreLetters_takeAllCounts_andSome32AreKnown() {
    WordBisection words = new WordBisection(MOST).run(String::length);
    assertThat(words.counts()).isEqualTo(MOST);
    assertThat(words.known()).isBetween(WordBisection.FEWEST, WordBisection.ENOUGH);
    assertThat(words.problem()).isEmpty();
  }

  @Test
  void counts_thatDoNotAddUp_areAProblem() {
    assertThat(new WordBisection(MOST).run(text -> 1 + text.length() / 40).problem())
        .contains("32 words were counted as");
    assertThat(new WordBisection(MOST).run(text -> 0).problem()).contains("of only 0 words");
    assertThat(new WordBisection(4).run(String::length).problem()).contains("4 texts");
  }
}
