package io.tokenstorm.replica.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenizerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\"|0",
        "one|1",
        "one two|2",
        "\" one\"|1",
        "letters|1",
        "letterss|2",
        "a  b|3",
        "a\tb|3",
        "12|1",
        "1234|2",
        "a, b|3",
        "don't|3",
        "é|1",
        "日本|2",
        "😀|1",
      })
  void encode_text_knownCount(String text, int count) {
    assertThat(Tokenizer.encode(text)).hasSize(count);
  }

  @Property
  void encode_anyText_idsInRangeAndRepeatable(@ForAll @StringLength(max = 200) String text) {
    int[] ids = Tokenizer.encode(text);

    assertThat(ids).isEqualTo(Tokenizer.encode(text));
    for (int id : ids) {
      assertThat(id).isBetween(Tokenizer.FIRST_ID, Tokenizer.VOCABULARY - 1);
    }
    assertThat(ids.length).isLessThanOrEqualTo(text.length());
  }

  @Property
  void encode_wordsJoinedBySpaces_countsAdd(
      @ForAll List<@AlphaChars @StringLength(min = 1, max = 12) String> words) {
    int sum = words.stream().mapToInt(w -> Tokenizer.encode(w).length).sum();

    assertThat(Tokenizer.encode(String.join(" ", words))).hasSize(sum);
  }

  @Test
  void word_everyPosition_oneTokenEachAndTheSameAgain() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      String word = new String(AnswerWords.word(42, i), StandardCharsets.UTF_8);
      assertThat(Tokenizer.encode(word)).as(word).hasSize(1);
      assertThat(AnswerWords.word(42, i)).isEqualTo(AnswerWords.word(42, i));
      text.append(word);
    }
    assertThat(Tokenizer.encode(text.toString())).hasSize(1_000);
  }

  @Test
  void render_messages_addsTwoAndTwoForEach() {
    var messages =
        List.of(
            new ChatTemplate.Message("system", "be brief"),
            new ChatTemplate.Message("user", "one two three"));

    assertThat(ChatTemplate.render(messages, true)).hasSize(2 + 2 * 2 + 5);
    assertThat(ChatTemplate.render(messages, false)).hasSize(1 + 2 * 2 + 5);
    assertThat(ChatTemplate.render(messages, true)[1])
        .isNotEqualTo(ChatTemplate.render(messages, true)[5]);
  }
}
