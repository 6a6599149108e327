package io.tokenstorm.worker.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTemplateTest {
  private static final String BEFORE = "data: {\"choices\":[{\"delta\":{\"content\":\"";
  private static final String AFTER = "\"},\"finish_reason\":null}]}\n\n";

  private final TokenTemplate template = new TokenTemplate();

  private void learn(String text) {
    byte[] bytes = bytes("##" + BEFORE + text + AFTER);
    int textStart = 2 + BEFORE.length();
    template.learn(bytes, 2, textStart, textStart + text.length(), bytes.length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private int match(String stream) {
    byte[] bytes = bytes(stream);
    return template.match(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"b", " ", "\\\"", "\\\\", "\\n\\u00e9", "a much longer text: {}[],", "é"})
  void match_anotherText_endsAfterTheEvent(String text) {
    learn("a");
    String event = BEFORE + text + AFTER;
    assertThat(match(event)).isEqualTo(bytes(event).length);
    assertThat(match(event + event)).isEqualTo(bytes(event).length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "a\n", "\r", "a\\\n", "\\", "a\\", "a\\\\\\"})
  void match_textThatIsEmptyOrCutOrOfTwoLines_isNone(String text) {
    learn("a");
    assertThat(match(BEFORE + text + AFTER)).isEqualTo(TokenTemplate.NO_MATCH);
  }

  @Test
  void match_anyOtherByteElsewhere_isNone() {
    learn("a");
    byte[] event = bytes(BEFORE + "b" + AFTER);
    for (int i = 0; i < event.length; i++) {
      if (i != BEFORE.length()) {
        byte[] other = event.clone();
        other[i] ^= 1;
        assertThat(template.match(other, 0, other.length)).as("byte " + i).isNegative();
      }
    }
    assertThat(template.match(event, 0, event.length)).isEqualTo(event.length);
  }

  @Test
  void match_eventThatIsNotWhole_isNone() {
    learn("a");
    byte[] event = bytes(BEFORE + "text" + AFTER);
    for (int end = 0; end < event.length; end++) {
      assertThat(template.match(event, 0, end)).as("cut at " + end).isNegative();
    }
  }

  @Test
  void match_nothingLearnedOrForgotten_isNone() {
    assertThat(match(BEFORE + "a" + AFTER)).isEqualTo(TokenTemplate.NO_MATCH);
    learn("a");
    template.forget();
    assertThat(match(BEFORE + "a" + AFTER)).isEqualTo(TokenTemplate.NO_MATCH);
  }

  @Test
  void learn_longerEventThanBefore_isMatched() {
    learn("a");
    String before = "data: {\"id\":\"" + "x".repeat(2_000) + "\",\"text\":\"";
    String after = "\",\"y\":\"" + "y".repeat(2_000) + "\"}\n\n";
    byte[] event = bytes(before + "a" + after);
    template.learn(event, 0, before.length(), before.length() + 1, event.length);
    assertThat(match(before + "b" + after)).isEqualTo(event.length);
    assertThat(match(BEFORE + "b" + AFTER)).isEqualTo(TokenTemplate.NO_MATCH);
  }

  @Test
  void learn_hugeEvent_isNotKept() {
    learn("a");
    byte[] event = bytes("x".repeat(20_000) + "\"a\"\n\n");
    template.learn(event, 0, 20_001, 20_002, event.length);
    assertThat(template.match(event, 0, event.length)).isEqualTo(TokenTemplate.NO_MATCH);
    assertThat(match(BEFORE + "b" + AFTER)).isEqualTo(TokenTemplate.NO_MATCH);
  }
}
