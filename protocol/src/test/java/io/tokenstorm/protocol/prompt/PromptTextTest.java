package io.tokenstorm.protocol.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PromptTextTest {
  private static final Workload SHORT = new Workload("short", 500, null);
  private static final Workload SHARED = workload(false);

  private static Workload workload(boolean fresh) {
    return new Workload("shared", 500, new SharedPrefix(400, 4, fresh));
  }

  private static String text(long seed, String salt, int phase, int slot, int ordinal) {
    return new PromptText(seed, salt, phase, SHORT, 1).of(slot, ordinal).text();
  }

  @Test
  void prompt_isTheSameWhereverItIsMade_forEver() {
    // frozen: a change of these words would make runs of two versions incomparable
    assertThat(text(7, "salt", 1, 2, 3)).isEqualTo(text(7, "salt", 1, 2, 3));
    assertThat(new PromptText(7, "salt", 1, new Workload("w", 6, null), 1).of(2, 3).text())
        .isEqualTo("follow clean mouth interest sheep current ");
  }

  @Test
  void prompts_thatDifferInAnything_differInTheirFirstWords() {
    List<String> all =
        List.of(
            text(7, "salt", 1, 2, 3),
            text(8, "salt", 1, 2, 3),
            text(7, "sale", 1, 2, 3),
            text(7, "salt", 2, 2, 3),
            text(7, "salt", 1, 3, 2),
            text(7, "salt", 1, 3, 3),
            text(7, "salt", 1, 2, 4));
    Set<String> starts = new HashSet<>();
    all.forEach(t -> starts.add(t.substring(0, 40)));
    assertThat(starts).hasSameSizeAs(all);
  }

  @Test
  void prompts_ofManySlotsAndOrdinals_neverRepeat() {
    PromptText text = new PromptText(7, "salt", 0, SHORT, 0.05);
    Set<String> seen = new HashSet<>();
    for (int slot = 0; slot < 200; slot++) {
      for (int ordinal = 0; ordinal < 200; ordinal++) {
        seen.add(text.of(slot, ordinal).text());
      }
    }
    assertThat(seen).hasSize(40_000);
  }

  @Property(tries = 200)
  void length_isTheTokensTimesTheFactor(
      @ForAll @IntRange(min = 1, max = 5000) int tokens,
      @ForAll @DoubleRange(min = 0.3, max = 2) double factor,
      @ForAll @IntRange(max = 50) int slot) {
    Prompt prompt = new PromptText(7, "s", 0, new Workload("w", tokens, null), factor).of(slot, 0);
    double words = tokens * factor;
    long blanks = prompt.text().chars().filter(c -> c == ' ').count();
    int letters = prompt.text().length() - prompt.text().lastIndexOf(' ') - 1;
    assertThat(blanks).isEqualTo((long) words);
    assertThat(letters).isBetween(0, 5);
    assertThat(prompt.text()).isNotEmpty().matches("[a-z ]+");
    assertThat(prompt.length()).isEqualTo(prompt.text().length());
  }

  @Test
  void length_growsSmoothlyWithTheFactor() {
    int last = 0;
    for (double factor = 0.5; factor < 0.51; factor += 0.0004) {
      int length = new PromptText(7, "s", 0, SHORT, factor).of(0, 0).length();
      assertThat(length - last).isBetween(-5, last == 0 ? 10_000 : 20);
      last = length;
    }
  }

  @Test
  void sharedPrefix_isTheSameArrayForAGroupAndKeepsItsTextOverPhases() {
    PromptText first = new PromptText(7, "salt", 0, SHARED, 1);
    PromptText later = new PromptText(7, "salt", 9, SHARED, 1);
    assertThat(first.of(1, 0).shared()).isSameAs(first.of(5, 3).shared());
    assertThat(first.of(1, 0).shared()).isEqualTo(later.of(1, 0).shared());
    assertThat(first.of(1, 0).shared()).isNotEqualTo(first.of(2, 0).shared());
    assertThat(first.of(1, 0).text()).startsWith(later.of(5, 7).text().substring(0, 400));
    assertThat(first.of(1, 0).own()).isNotEqualTo(later.of(1, 0).own());
  }

  @Test
  void sharedPrefix_fresh_isAnotherOneInEachPhase() {
    PromptText first = new PromptText(7, "salt", 0, workload(true), 1);
    PromptText later = new PromptText(7, "salt", 1, workload(true), 1);
    assertThat(first.of(1, 0).shared()).isNotEqualTo(later.of(1, 0).shared());
  }

  @Test
  void sharedPrefix_ofAnotherRun_isAnotherOne() {
    PromptText run = new PromptText(7, "salt", 0, SHARED, 1);
    PromptText other = new PromptText(7, "other", 0, SHARED, 1);
    assertThat(run.of(1, 0).shared()).isNotEqualTo(other.of(1, 0).shared());
  }

  @Test
  void sharedPrefix_isItsShareOfTheWholeLength() {
    Prompt prompt = new PromptText(7, "salt", 0, SHARED, 0.9).of(0, 0);
    assertThat(words(prompt.shared())).isEqualTo(360);
    assertThat(words(prompt.own())).isEqualTo(90);
  }

  private static long words(byte[] text) {
    long blanks = 0;
    for (byte b : text) {
      blanks += b == ' ' ? 1 : 0;
    }
    return blanks;
  }

  @Test
  void vocabulary_hasDistinctPlainWords() {
    Set<String> words = new HashSet<>();
    for (int i = 0; i < Vocabulary.SIZE; i++) {
      words.add(new String(Vocabulary.word(i), StandardCharsets.US_ASCII));
    }
    assertThat(words).hasSize(Vocabulary.SIZE).allMatch(w -> w.matches("[a-z]+"));
  }
}
