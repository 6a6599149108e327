package io.tokenstorm.protocol.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.protocol.length.LengthSearch;
import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.prompt.PromptSeeds;
import io.tokenstorm.protocol.prompt.PromptSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalTokenizerTest {
  private static final Path TINY = Path.of("src/test/resources/tokenizer/tiny.json");
  private static LocalTokenizer tokenizer;

  @BeforeAll
  static void load() {
    tokenizer = LocalTokenizer.load(TINY);
  }

  @AfterAll
  static void close() {
    tokenizer.close();
  }

  @Test
  void count_ofKnownWords_isByTheirMerges() {
    assertThat(tokenizer.countAnswer("the water of the and")).isEqualTo(6);
    assertThat(tokenizer.countAnswer("xyz")).isEqualTo(3);
    assertThat(tokenizer.countAnswer("é")).isEqualTo(2);
    assertThat(tokenizer.countAnswer("")).isZero();
  }

  @Test
  void count_ofAPrompt_hasTheTokenThatIsAdded() {
    assertThat(tokenizer.countPrompt("the water")).isEqualTo(3);
  }

  @Test
  void count_ofALongText_isOfAllOfIt() {
    assertThat(tokenizer.countAnswer("the" + " water".repeat(9_999))).isEqualTo(10_000);
  }

  @Test
  void search_byATokenizer_isExact() {
    LengthSearch search = new LengthSearch(3, 1_000, "").run(tokenizer::countPrompt);
    assertThat(search.exact()).isTrue();
    assertThat(tokenizer.countPrompt(search.text())).isEqualTo(1_000);
  }

  @Test
  void search_ofALongText_countsPieceByPieceWhatTheWholeHas() {
    LengthSearch search = new LengthSearch(3, 45_000, "").run(tokenizer.searchCounter());
    assertThat(search.exact()).isTrue();
    assertThat(search.text().length()).isGreaterThan(2 * PieceCounter.PIECE);
    assertThat(tokenizer.countPrompt(search.text())).isEqualTo(45_000);
  }

  @Test
  void prompts_areExact_andTheSameWhereverTheyAreMade() {
    Workload workload = new Workload("w", 300, new SharedPrefix(120, 2, false));
    PromptSource one = new TokenizedPrompts(tokenizer, new PromptSeeds(7, "s", 0), workload, 1);
    PromptSource other = new TokenizedPrompts(tokenizer, new PromptSeeds(7, "s", 0), workload, 1);
    for (int slot = 0; slot < 5; slot++) {
      Prompt prompt = one.of(slot, 3);
      assertThat(tokenizer.countPrompt(prompt.text())).isEqualTo(300);
      assertThat(other.of(slot, 3).text()).isEqualTo(prompt.text());
      assertThat(prompt.shared()).isEqualTo(one.of(slot + 2, 9).shared());
    }
    assertThat(one.of(0, 0).text()).isNotEqualTo(one.of(0, 1).text());
    Workload plain = new Workload("w", 300, null);
    PromptSource less = new TokenizedPrompts(tokenizer, new PromptSeeds(7, "s", 0), plain, 0.96);
    assertThat(tokenizer.countPrompt(less.of(0, 0).text())).isEqualTo(288);
  }

  @Test
  void library_isOffline() {
    assertThat(ai.djl.util.Utils.isOfflineMode()).isTrue();
    assertThat(System.getProperty("OPT_OUT_TRACKING")).isEqualTo("true");
  }

  @Test
  void file_thatIsMissingOrNone_isNamedWithWhatToDo(@TempDir Path folder) throws IOException {
    Path missing = folder.resolve("no.json");
    assertThatThrownBy(() -> LocalTokenizer.load(missing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no.json", "tokenizer.json");
    Path broken = Files.writeString(folder.resolve("broken.json"), "{}");
    assertThatThrownBy(() -> LocalTokenizer.load(broken))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("broken.json");
  }
}
