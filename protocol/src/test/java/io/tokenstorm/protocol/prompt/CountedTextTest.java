package io.tokenstorm.protocol.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.plan.Workload.TokenIds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CountedTextTest {
  private static final PromptSeeds SEEDS = new PromptSeeds(7, "salt", 1);

  /** Each word is a token, the first sixteen alone are known; the template is nine. */
  private static final PromptRecipe SIXTEEN = recipe(1, 16);

  private static PromptRecipe recipe(int cost, int words) {
    int[] costs = new int[WordPrompt.vocabulary()];
    Arrays.fill(costs, 0, words, cost);
    return PromptRecipe.ofWords(10, costs);
  }

  private static Prompt prompt(PromptRecipe recipe, Workload workload, int slot, int ordinal) {
    return PromptSource.exact(SEEDS, workload, recipe).of(slot, ordinal);
  }

  private static int words(String text) {
    return text.split(" ").length;
  }

  @Test
  void prompt_ofAPlace_isTheSameAgain_andNoOthers() {
    Workload workload = new Workload("w", 60, null);
    String text = prompt(SIXTEEN, workload, 3, 4).text();
    assertThat(text).isEqualTo(prompt(SIXTEEN, workload, 3, 4).text());
    assertThat(text).isNotEqualTo(prompt(SIXTEEN, workload, 3, 5).text());
    assertThat(text).isNotEqualTo(prompt(SIXTEEN, workload, 4, 4).text());
    assertThat(words(text)).isEqualTo(51);
    assertThat(text).matches("Text( [a-z]+)+");
  }

  @Test
  void prefix_isSharedByItsGroup_andHasItsTokens() {
    Workload workload = new Workload("w", 60, new SharedPrefix(30, 2, false));
    Prompt one = prompt(SIXTEEN, workload, 0, 0);
    Prompt same = prompt(SIXTEEN, workload, 2, 1);
    Prompt other = prompt(SIXTEEN, workload, 1, 0);
    assertThat(one.shared()).isEqualTo(same.shared());
    assertThat(one.shared()).isNotEqualTo(other.shared());
    assertThat(words(new String(one.shared(), java.nio.charset.StandardCharsets.US_ASCII)))
        .isEqualTo(31);
    assertThat(words(one.text())).isEqualTo(51);
  }

  @Test
  void length_thatWordsDoNotAddUpTo_isTheNextSmaller() {
    PromptRecipe threes = recipe(3, 16);
    assertThat(threes.delivers(60)).isEqualTo(58);
    assertThat(words(prompt(threes, new Workload("w", 60, null), 0, 0).text())).isEqualTo(1 + 16);
    assertThat(threes.delivers(4)).isEqualTo(10);
    assertThat(prompt(threes, new Workload("w", 4, null), 0, 0).text()).isEqualTo("Text");
  }

  @Test
  void recipe_ofIds_leavesRoomForWhatTheTargetAdds() {
    Workload workload = new Workload("w", 60, null, new TokenIds(5, 9), null, true);
    assertThat(prompt(PromptRecipe.ofIds(1), workload, 0, 0).text().split(",")).hasSize(59);
    assertThat(PromptRecipe.ofIds(1).delivers(60)).isEqualTo(60);
    assertThat(PromptRecipe.ofIds(1).sendsIds()).isTrue();
  }

  @Test
  void recipe_ofCosts_tooGreat_orBelowOne_doesNotKnowTheWord() {
    int[] costs = new int[WordPrompt.vocabulary()];
    costs[0] = 36;
    costs[1] = 35;
    costs[2] = -1;
    assertThat(PromptRecipe.ofWords(0, costs).knownWords()).isEqualTo(1);
    assertThat(new PromptRecipe(0, "1?z.").knownWords()).isEqualTo(2);
  }
}
