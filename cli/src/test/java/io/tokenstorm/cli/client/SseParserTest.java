package io.tokenstorm.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SseParserTest {
  private final SseParser parser = new SseParser();

  private List<SseParser.Event> parse(String text) {
    return text.lines().map(parser::line).flatMap(Optional::stream).toList();
  }

  @Test
  void line_wholeEvent_isCompletedByTheEmptyLine() {
    assertThat(parse("id: 7\nevent: frame\ndata: {\"a\": 1}\n\n"))
        .containsExactly(new SseParser.Event(OptionalLong.of(7), "frame", "{\"a\": 1}"));
  }

  @Test
  void line_severalDataLines_areJoined() {
    assertThat(parse("data: a\ndata:b\ndata\n\n"))
        .containsExactly(new SseParser.Event(OptionalLong.empty(), "", "a\nb\n"));
  }

  @Test
  void line_commentsRetryAndEventsWithoutData_areNoEvents() {
    assertThat(parse(": keep-alive\n\nretry: 1000\n\nevent: ping\n\n")).isEmpty();
  }

  @Test
  void line_idStays_nameDoesNot() {
    assertThat(parse("id: 7\nevent: end\ndata: a\n\ndata: b\n\n"))
        .containsExactly(
            new SseParser.Event(OptionalLong.of(7), "end", "a"),
            new SseParser.Event(OptionalLong.of(7), "", "b"));
  }

  @Test
  void line_endlessEvent_isRefused() {
    String part = "data: " + "x".repeat(1 << 20);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 9; i++) {
                parser.line(part);
              }
            })
        .isInstanceOf(IllegalArgumentException.class);
  }
}
