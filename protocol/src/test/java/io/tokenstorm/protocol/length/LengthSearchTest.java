package io.tokenstorm.protocol.length;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LengthSearchTest {
  private static int words(String text) {
    return text.isBlank() ? 0 : text.strip().split(" ").length;
  }

  /** Counts as a tokenizer might: long words are several tokens, and a template is added. */
  private static int pieces(String text, int pieceLength, int added) {
    int tokens = added;
    for (String word : text.strip().split(" ")) {
      tokens += (word.length() + pieceLength - 1) / pieceLength;
    }
    return tokens;
  }

  @Property(tries = 300)
  void search_byAnyTokenizerOfWords_findsTheExactLength(
      @ForAll long seed,
      @ForAll @IntRange(min = 60, max = 3_000) int target,
      @ForAll @IntRange(min = 1, max = 9) int pieceLength,
      @ForAll @IntRange(min = 0, max = 40) int added) {
    LengthSearch search =
        new LengthSearch(seed, target, "").run(text -> pieces(text, pieceLength, added));
    assertThat(search.exact()).isTrue();
    assertThat(pieces(search.text(), pieceLength, added)).isEqualTo(target);
    assertThat(search.counts()).isLessThanOrEqualTo(20);
  }

  @Property(tries = 200)
  void search_byACounterThatSkips_endsNearIt(
      @ForAll @IntRange(min = 1, max = 500) int target,
      @ForAll @DoubleRange(min = 0.1, max = 7.3) double tokensAWord) {
    LengthSearch search =
        new LengthSearch(1, target, "").run(text -> (int) (words(text) * tokensAWord));
    assertThat(search.done()).isTrue();
    assertThat(search.counts()).isLessThanOrEqualTo(LengthSearch.MOST);
    assertThat(search.miss()).isLessThanOrEqualTo((int) Math.ceil(tokensAWord));
  }

  @ParameterizedTest
  @ValueSource(ints = {65_536, 262_144, 1_048_576})
  void search_ofALongPrompt_takesFewCounts(int target) {
    LengthSearch search = new LengthSearch(7, target, "").run(text -> pieces(text, 5, 11));
    assertThat(search.exact()).isTrue();
    assertThat(search.counts()).isLessThanOrEqualTo(8);
  }

  @Test
  void search_withATextBefore_countsTheWhole() {
    LengthSearch search = new LengthSearch(7, 100, "one two three ").run(LengthSearchTest::words);
    assertThat(search.exact()).isTrue();
    assertThat(search.text()).startsWith("one two three ").endsWith(search.own());
    assertThat(words(search.own())).isEqualTo(97);
  }

  @Test
  void search_ofLessThanTheTemplate_endsAtOnce() {
    LengthSearch search = new LengthSearch(7, 3, "").run(text -> pieces(text, 9, 12));
    assertThat(search.exact()).isFalse();
    assertThat(search.counts()).isLessThanOrEqualTo(3);
  }

  @Test
  void texts_growByTheirWords() {
    LengthSearch shorter = new LengthSearch(7, 10, "");
    LengthSearch longer = new LengthSearch(7, 20, "");
    assertThat(longer.text()).startsWith(shorter.text());
  }

  @Test
  void ways_areTriedInTheirOrder() {
    assertThat(LengthWay.open(true, true, true))
        .containsExactly(
            LengthWay.TOKEN_IDS,
            LengthWay.SERVER_TOKENIZE,
            LengthWay.LOCAL_TOKENIZER,
            LengthWay.USAGE);
    assertThat(LengthWay.open(false, false, true))
        .containsExactly(LengthWay.LOCAL_TOKENIZER, LengthWay.USAGE);
  }

  @Test
  void check_thatDiffers_saysByHowMuch() {
    assertThat(new LengthCheck(10, 10).note()).isEmpty();
    assertThat(new LengthCheck(10, 8).note()).contains("8", "10", "(-2)");
    assertThat(new LengthCheck(10, -1).note()).contains("did not say");
  }
}
