package io.tokenstorm.worker.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.Wire;
import io.tokenstorm.worker.http.ResponseHandler;
import io.tokenstorm.worker.http.ResponseHead;
import io.tokenstorm.worker.http.ResponseReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tokens known by their bytes count as those that are scanned. Pieces of one byte never hold a
 * whole event, so the same bytes fed one by one are always scanned: both ways must give one record.
 */
class KnownTokensTest {
  private static final String CLOSED = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
  private static final String CHUNKED =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
  private static final String TOKEN =
      "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"},"
          + "\"finish_reason\":null}],\"usage\":null}\n\n";

  private static String token(String text) {
    return TOKEN.replace("%s", text);
  }

  /** Events that differ from one another in little, and pieces that make them differ. */
  @Provide
  Arbitrary<String> events() {
    Arbitrary<String> text =
        Arbitraries.of(
            "a",
            "b",
            " tok",
            "",
            "\\n",
            "\\\"",
            "\\\\",
            "\\",
            "é",
            "\n",
            "\r",
            "\"",
            "\"\n\n",
            "\"},\"finish_reason\":\"stop\"}]}\n\n",
            "\\\n",
            "\u0000",
            "[DONE]");
    Arbitrary<String> shape =
        Arbitraries.frequency(
            Tuple.of(12, TOKEN),
            Tuple.of(2, TOKEN.replace("\n", "\r\n")),
            Tuple.of(2, TOKEN.replace("\n", "\r")),
            Tuple.of(1, TOKEN.replace("\"c\"", "\"d\"")),
            Tuple.of(1, TOKEN.replace("\"index\":0", "\"index\":1")),
            Tuple.of(1, TOKEN.replace("content", "reasoning")),
            Tuple.of(1, TOKEN.replace("content", "text")),
            Tuple.of(1, TOKEN.replace("content", "role")),
            Tuple.of(1, TOKEN.replace("\"content\":", "\"reasoning\":\"r\",\"content\":")),
            Tuple.of(1, TOKEN.replace("\"finish", "\"delta\":{\"content\":\"\"},\"finish")),
            Tuple.of(1, TOKEN.replace("on\":null", "on\":\"stop\"")),
            Tuple.of(1, TOKEN.replace("on\":null", "on\":\"abort\"")),
            Tuple.of(1, TOKEN.replace("\"usage\":null", "\"usage\":{}")),
            Tuple.of(1, TOKEN.replace("\"usage\"", "\"error\"")),
            Tuple.of(1, "id: 1\n" + TOKEN),
            Tuple.of(1, "event: x\n" + TOKEN),
            Tuple.of(1, "data: 1\n" + TOKEN),
            Tuple.of(1, ": alive\n\n" + TOKEN),
            Tuple.of(1, "event: x\n"),
            Tuple.of(1, "\n"),
            Tuple.of(1, "\r"),
            Tuple.of(1, "data: [DONE]\n\n"));
    return Combinators.combine(shape, text).as((form, word) -> form.replace("%s", word));
  }

  @Provide
  Arbitrary<String> streams() {
    return events().list().ofMaxSize(30).map(events -> String.join("", events));
  }

  @Property(tries = 4_000)
  void record_ofAStreamInAnyPieces_isThatOfSingleBytes(
      @ForAll("streams") String stream, @ForAll boolean chunked, @ForAll long cuts) {
    String head = chunked ? CHUNKED : CLOSED;
    String body = chunked ? inChunks(stream, new Random(~cuts)) : stream;
    byte[] bytes = (head + body).getBytes(StandardCharsets.ISO_8859_1);
    assertThat(read(bytes, new Random(cuts), false)).isEqualTo(read(bytes, new Random(cuts), true));
  }

  /** Most chunks are one event, as servers write them. */
  private static String inChunks(String stream, Random random) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < stream.length()) {
      int blank = stream.indexOf("\n\n", at);
      boolean whole = random.nextInt(4) > 0 && blank >= 0;
      int end = whole ? blank + 2 : Math.min(stream.length(), at + 1 + random.nextInt(300));
      out.append(Integer.toHexString(end - at)).append("\r\n");
      out.append(stream, at, end).append("\r\n");
      at = end;
    }
    return out.append("0\r\n\r\n").toString();
  }

  private static RequestRecord read(byte[] bytes, Random cuts, boolean singly) {
    Wire wire = new Wire(true);
    int at = 0;
    for (long nanos = 10; at < bytes.length; nanos += 7) {
      int take = Math.min(1 + cuts.nextInt(400), bytes.length - at);
      for (int i = 0; singly && i < take; i++) {
        wire.read(bytes, at + i, 1, nanos);
      }
      if (!singly) {
        wire.read(bytes, at, take, nanos);
      }
      at += take;
    }
    RequestRecord r = wire.close(1_000_000).record();
    return new RequestRecord(
        r.key(), r.replica(), r.instants(), r.gaps(), r.outcome(), r.tokens(), r.finishReason(), 0);
  }

  private static Answer answerAfter(String body) {
    Answer answer = new Answer(new ExchangeSettings(true, null, "target:80", 20));
    answer.reset(LoadStage.MEASURE);
    byte[] bytes = (CLOSED + body).getBytes(StandardCharsets.ISO_8859_1);
    ResponseReader reader =
        new ResponseReader(
            new ResponseHandler() {
              @Override
              public void onHead(ResponseHead head) {
                answer.onHead(head);
              }

              @Override
              public void onBody(byte[] piece, int offset, int length) {
                answer.onBody(piece, offset, length, 5);
              }

              @Override
              public void onEnd() {}
            });
    reader.feed(bytes, 0, bytes.length);
    return answer;
  }

  private static int known(Answer answer, String next) {
    byte[] bytes = next.getBytes(StandardCharsets.ISO_8859_1);
    return answer.takeKnown(bytes, 0, bytes.length);
  }

  @Test
  void takeKnown_afterAPlainToken_takesAllLikeIt() {
    Answer answer = answerAfter(token("a"));
    String next = token("b") + token("\\n") + token("c");
    assertThat(known(answer, next + token(""))).isEqualTo(next.length());
    assertThat(answer.tally().tokens(0).events()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r", "\r\n"})
  void takeKnown_otherLineEnds_takesUpToTheLastCr(String lineEnd) {
    Answer answer = answerAfter(token("a").replace("\n", lineEnd));
    String next = token("b").replace("\n", lineEnd);
    assertThat(known(answer, next)).isEqualTo(next.lastIndexOf('\r') + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"a\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}},{\"delta\":{\"content\":\"a\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":1}}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{}]}}]}\n\n",
        "data: {\"choices\":[{\"delta\":\ndata: {\"content\":\"a\"}}]}\n\n"
      })
  void takeKnown_afterAnEventThatIsNoPlainToken_takesNothing(String event) {
    assertThat(known(answerAfter(event), event)).isZero();
  }

  @Test
  void takeKnown_ofTheStreamBefore_takesNothing() {
    Answer answer = answerAfter(token("a"));
    answer.reset(LoadStage.MEASURE);
    assertThat(known(answer, token("b"))).isZero();
  }
}
