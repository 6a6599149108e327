package io.tokenstorm.worker.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SseDecoderTest {
  private static final class Seen implements SseHandler {
    final List<String> events = new ArrayList<>();

    @Override
    public void onEvent(EventName named, byte[] bytes, int offset, int length) {
      String text = new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
      events.add(named == EventName.MESSAGE ? text : named + "|" + text);
    }

    @Override
    public void onErrorField(byte[] bytes, int offset, int length) {
      events.add("error field|" + new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
    }
  }

  private static List<String> decode(String stream, int... sizes) {
    Seen seen = new Seen();
    SseDecoder decoder = new SseDecoder(seen);
    byte[] all = stream.getBytes(StandardCharsets.ISO_8859_1);
    int at = 0;
    for (int i = 0; at < all.length; i++) {
      int take = Math.min(sizes[i % sizes.length], all.length - at);
      // a fresh array each time: nothing may be kept of the last one
      byte[] piece = Arrays.copyOfRange(all, at, at + take);
      assertThat(decoder.feed(piece, 0, take)).isTrue();
      Arrays.fill(piece, (byte) '!');
      at += take;
    }
    decoder.end();
    return seen.events;
  }

  static Stream<Arguments> streamsAndEvents() {
    return Stream.of(
        arguments("data: a\n\n", List.of("a")),
        arguments("data:a\n\n", List.of("a")),
        arguments("data:  a \n\n", List.of(" a ")),
        arguments("data: a\r\rdata: b\r\n\r\n", List.of("a", "b")),
        arguments("data: a\ndata: b\n\n", List.of("a\nb")),
        arguments("data\n\n", List.of("")),
        arguments("data: a\nid: 1\nevent: message\n\n", List.of("a")),
        arguments("event: error\ndata: x\n\ndata: y\n\n", List.of("ERROR|x", "y")),
        arguments("event: ping\ndata: {}\n\n", List.of("OTHER|{}")),
        arguments("event: ping\n\ndata: a\n\n", List.of("a")),
        arguments(": comment\n:\nretry: 5\nfoo\nfoo: data: z\ndata: a\n\n", List.of("a")),
        arguments("error: boom\n\n", List.of("error field|boom")),
        arguments("Data: a\n\ndatax: b\n\n dat: c\n\ndata: d\n\n", List.of("d")),
        arguments("data: [DONE]", List.of("[DONE]")),
        arguments("data: a\n", List.of("a")),
        arguments("\u00ef\u00bb\u00bfdata: a\n\n", List.of("a")),
        arguments("\u00ef\u00bbdata: a\n\ndata: b\n\n", List.of("b")),
        arguments("data: \u00ef\u00bb\u00bf\n\n", List.of("\u00ef\u00bb\u00bf")),
        arguments("data: a\u0000b\n\n", List.of("a\u0000b")),
        arguments("\n\n\ndata: a\n\n\n\ndata: b\n\n", List.of("a", "b")));
  }

  @ParameterizedTest
  @MethodSource("streamsAndEvents")
  void stream_ofAnyForm_givesItsEvents(String stream, List<String> events) {
    for (int size = 1; size < 12; size++) {
      assertThat(decode(stream, size)).as("size %s", size).isEqualTo(events);
    }
  }

  @Provide
  Arbitrary<String> streams() {
    return Arbitraries.of(
            "data",
            "event",
            "id",
            "error",
            ":",
            ": ",
            " ",
            "\n",
            "\r",
            "\r\n",
            "\n\n",
            "a",
            "{}",
            "data: x\n\n",
            "\u00ef\u00bb\u00bf",
            "\u00ef",
            "\u00bb",
            "\u0000",
            "message")
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 2_000)
  void stream_cutAnywhere_givesTheEventsOfASimpleDecoder(
      @ForAll("streams") String stream,
      @ForAll @IntRange(min = 1, max = 9) int first,
      @ForAll @IntRange(min = 1, max = 9) int second) {
    List<String> expected = simple(stream);
    assertThat(decode(stream, Math.max(1, stream.length()))).isEqualTo(expected);
    assertThat(decode(stream, 1)).isEqualTo(expected);
    assertThat(decode(stream, first, second)).isEqualTo(expected);
  }

  /** The standard's algorithm over the whole text, and what we add to it. */
  private static List<String> simple(String stream) {
    List<String> events = new ArrayList<>();
    String text = stream.startsWith("\u00ef\u00bb\u00bf") ? stream.substring(3) : stream;
    List<String> lines =
        new ArrayList<>(List.of(text.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1)));
    lines.add(""); // an end without a blank line counts as one
    String data = null;
    String name = "";
    for (String line : lines) {
      if (line.isEmpty()) {
        if (data != null) {
          String mark = name.isEmpty() || name.equals("message") ? "" : "OTHER|";
          events.add((name.equals("error") ? "ERROR|" : mark) + data);
        }
        data = null;
        name = "";
        continue;
      }
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1);
      value = value.startsWith(" ") ? value.substring(1) : value;
      switch (field) {
        case "data" -> data = data == null ? value : data + "\n" + value;
        case "event" -> name = value;
        case "error" -> events.add("error field|" + value);
        default -> {}
      }
    }
    return events;
  }

  @Test
  void event_longerThanTheBound_isRefusedWithoutKeepingIt() {
    Seen seen = new Seen();
    SseDecoder decoder = new SseDecoder(seen);
    byte[] filler = "x".repeat(64 * 1024).getBytes(StandardCharsets.ISO_8859_1);
    boolean goesOn = decoder.feed("data: ".getBytes(StandardCharsets.ISO_8859_1), 0, 6);
    for (int i = 0; i <= SseDecoder.MAX_EVENT / filler.length && goesOn; i++) {
      goesOn = decoder.feed(filler, 0, filler.length);
    }
    assertThat(goesOn).isFalse();
    decoder.end();
    assertThat(seen.events).isEmpty();
  }

  @Test
  void event_ofManyDataLinesBeyondTheBound_isRefused() {
    SseDecoder decoder = new SseDecoder(new Seen());
    byte[] line = ("data: " + "x".repeat(60_000) + "\n").getBytes(StandardCharsets.ISO_8859_1);
    boolean goesOn = true;
    for (int i = 0; i <= SseDecoder.MAX_EVENT / 60_000 && goesOn; i++) {
      goesOn = decoder.feed(line, 0, line.length);
    }
    assertThat(goesOn).isFalse();
  }

  @Test
  void reset_afterAnyState_readsTheNextStreamAfresh() {
    Seen seen = new Seen();
    SseDecoder decoder = new SseDecoder(seen);
    byte[] half = "data: lost\ndata: to".getBytes(StandardCharsets.ISO_8859_1);
    decoder.feed(half, 0, half.length);
    decoder.reset();
    byte[] whole = "\u00ef\u00bb\u00bfdata: a\n\n".getBytes(StandardCharsets.ISO_8859_1);
    decoder.feed(whole, 0, whole.length);
    decoder.end();
    assertThat(seen.events).containsExactly("a");
  }
}
