package io.tokenstorm.worker.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tokenstorm.worker.http.ResponseReader.Ending;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseReaderTest {
  /** Everything that was told, as one text. */
  private static final class Told implements ResponseHandler {
    final StringBuilder text = new StringBuilder();
    private boolean inBody;

    @Override
    public void onHead(ResponseHead head) {
      text.append(head.status()).append(' ').append(head.first("x-a")).append('|');
    }

    @Override
    public void onBody(byte[] bytes, int offset, int length) {
      assertThat(length).isPositive();
      inBody = true;
      text.append(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void onEnd() {
      text.append(inBody ? "|end" : "end");
    }
  }

  private static String read(String answer, int size) {
    Told told = new Told();
    ResponseReader reader = new ResponseReader(told);
    byte[] all = answer.getBytes(StandardCharsets.ISO_8859_1);
    int at = 0;
    while (at < all.length) {
      int take = Math.min(size, all.length - at);
      int taken = reader.feed(all, at, take);
      at += taken;
      if (taken < take) {
        break;
      }
    }
    if (reader.violation() != null) {
      return "violation";
    }
    if (!reader.ended()) {
      Ending ending = reader.eof();
      if (ending != Ending.COMPLETE) {
        told.text.append(ending);
      }
    }
    told.text.append(reader.keepAlive() ? " reuse" : " close");
    return at < all.length ? told.text + " surplus" : told.text.toString();
  }

  static Stream<Arguments> answers() {
    String chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    return Stream.of(
        arguments("", "BEFORE_RESPONSE close"),
        arguments("HTTP/1.1 2", "TRUNCATED close"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc", "200 null|abc|end reuse"),
        arguments("HTTP/1.1 200 OK\ncontent-length: 3\n\nabc", "200 null|abc|end reuse"),
        arguments("HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n", "200 null|end reuse"),
        arguments("HTTP/1.1 200 \r\nX-A: q \r\ncontent-length:0\r\n\r\n", "200 q|end reuse"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nab", "200 null|abTRUNCATED close"),
        arguments(
            "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcd", "200 null|abc|end reuse surplus"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\n\r\nab", "200 null|ab|end reuse"),
        arguments("HTTP/1.1 200 OK\r\n\r\nabc", "200 null|abc|end close"),
        arguments("HTTP/1.1 200 OK\r\n\r\n", "200 null|end close"),
        arguments("HTTP/1.1 204 No Content\r\n\r\n", "204 null|end reuse"),
        arguments("HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n", "304 null|end reuse"),
        arguments(
            "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 1\r\n\r\na",
            "200 null|a|end close"),
        arguments(
            "HTTP/1.1 200 OK\r\nconnection: foo, Close\r\ncontent-length: 1\r\n\r\na",
            "200 null|a|end close"),
        arguments("HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\na", "200 null|a|end close"),
        arguments(
            "HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 1\r\n\r\na",
            "200 null|a|end reuse"),
        arguments(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nlink: x\r\n\r\n"
                + "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na",
            "200 null|a|end reuse"),
        arguments(
            "HTTP/1.1 200 OK\r\nx-a: one\r\n  two\r\ncontent-length: 0\r\n\r\n",
            "200 one    two|end reuse"),
        arguments(
            "HTTP/1.1 500 E\r\nno colon here\r\n: no name\r\ncontent-type: \r\n"
                + "content-length: 1\r\n\r\na",
            "500 null|a|end reuse"),
        arguments(chunked + "3\r\nabc\r\n0\r\n\r\n", "200 null|abc|end reuse"),
        arguments(chunked + "003\r\nabc\r\n000\r\n\r\n", "200 null|abc|end reuse"),
        arguments(
            chunked + "A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n",
            "200 null|01234567890123456789|end reuse"),
        arguments(
            chunked + "3;name=\"v;\"\r\nabc\r\n2 ; x\r\nde\r\n0;last\r\n\r\n",
            "200 null|abcde|end reuse"),
        arguments(
            chunked + "1\r\na\r\n0\r\nx-trailer: 1\r\nother: 2\r\n\r\n", "200 null|a|end reuse"),
        arguments(chunked + "3\r\nab", "200 null|abTRUNCATED close"),
        arguments(chunked + "3\r\nabc\r\n0\r\n", "200 null|abcTRUNCATED close"),
        arguments(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\ncontent-length: 9\r\n\r\n0\r\n\r\n",
            "200 null|end close"),
        arguments(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\n\r\nabc", "200 null|abc|end close"),
        arguments("HTTP/2 200\r\n\r\n", "violation"),
        arguments("SSH-2.0-OpenSSH_9\r\n\r\n", "violation"),
        arguments(
            "HTTP/1.1 200 OK\nx-a: one\n\ttwo\ncontent-length: 0\n\n", "200 one \ttwo|end reuse"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length : 1\r\n\r\na", "200 null|a|end reuse"),
        arguments("HTTX/1.1 200 OK\r\n\r\n", "violation"),
        arguments("HTTP/1.1 2x0 OK\r\n\r\n", "violation"),
        arguments("HTTP/1.1 x00 OK\r\n\r\n", "violation"),
        arguments("HTTP/1.1 20: OK\r\n\r\n", "violation"),
        arguments("HTTP/1.1 20/ OK\r\n\r\n", "violation"),
        arguments("HTTP/1.x 200 OK\r\n\r\n", "violation"),
        arguments("HTTP/1.1 2000 OK\r\n\r\n", "violation"),
        arguments("HTTP/1.1 999 OK\r\ncontent-length: 0\r\n\r\n", "999 null|end reuse"),
        arguments("HTTP/1.1 099 OK\r\n\r\n", "violation"),
        arguments("\r\nHTTP/1.1 200 OK\r\n\r\n", "violation"),
        arguments("HTTP/1.1 101 Switching\r\n\r\n", "violation"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length: 2, 3\r\n\r\nab", "violation"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n", "violation"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n", "violation"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length: 1x\r\n\r\n", "violation"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length: \r\n\r\n", "violation"),
        arguments("HTTP/1.1 200 OK\r\ncontent-length: 9999999999999999999\r\n\r\n", "violation"),
        arguments("HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n", "violation"),
        arguments(chunked + "x\r\n", "violation"),
        arguments(chunked + "\r\n", "violation"),
        arguments(chunked + "-1\r\n", "violation"),
        arguments(chunked + "1\na\r\n", "violation"),
        arguments(chunked + "1\r\nab\r\n", "violation"),
        arguments(chunked + "1\r\na\n", "violation"),
        arguments(chunked + "1;x\n", "violation"),
        arguments(chunked + "1000000000000000\r\n", "violation"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void answer_cutIntoPiecesOfAnySize_isReadTheSameWay(String answer, String told) {
    for (int size = 1; size <= 40; size++) {
      assertThat(read(answer, size)).as("pieces of %s", size).isEqualTo(told);
    }
    assertThat(read(answer, Math.max(1, answer.length()))).isEqualTo(told);
  }

  @Test
  void head_beyondTheBound_isAViolation() {
    String head = "HTTP/1.1 200 OK\r\nx-a: " + "v".repeat(ResponseReader.MAX_HEAD) + "\r\n\r\n";
    assertThat(read(head, 1000)).isEqualTo("violation");
  }

  @Test
  void head_hugeButWithinTheBound_isRead() {
    String head =
        "HTTP/1.1 200 OK\r\n" + "x-b: 1\r\n".repeat(7000) + "content-length: 1\r\nx-a: z\r\n\r\na";
    assertThat(head.length()).isBetween(56_000, ResponseReader.MAX_HEAD);
    assertThat(read(head, 1000)).startsWith("200 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3;", "0\r\nx: "})
  void extensionOrTrailer_withoutEnd_isAViolation(String start) {
    String answer =
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
            + start
            + "e".repeat(2 * ResponseReader.MAX_HEAD);
    assertThat(read(answer, 4096)).isEqualTo("violation");
  }

  @Test
  void interimHeads_withoutEnd_areAViolation() {
    assertThat(read("HTTP/1.1 100 Continue\r\n\r\n".repeat(1000), 500)).isEqualTo("violation");
  }

  @Test
  void head_largeOne_countsEveryFieldUpToTheBound() {
    String head =
        "HTTP/1.1 200 OK\r\nx-a: z\r\n" + "y: 1\r\n".repeat(500) + "content-length: 0\r\n\r\n";
    assertThat(read(head, 100)).isEqualTo("200 z|end reuse");
  }

  @Provide
  Arbitrary<String> httpLike() {
    return Arbitraries.of(
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.0 500 \r\n",
            "HTTP/1.1 100 C\r\n\r\n",
            "\r\n",
            "\r",
            "\n",
            "transfer-encoding: chunked\r\n",
            "content-length: 5\r\n",
            "content-length: 0\r\n",
            "connection: close\r\n",
            "5\r\nabcde\r\n",
            "0\r\n\r\n",
            "1",
            "a",
            ";",
            " ",
            ":",
            "x: y\r\n")
        .list()
        .ofMaxSize(20)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 3_000)
  void anyHttpLikeBytes_cutAnywhere_areReadTheSameWay(@ForAll("httpLike") String answer) {
    String whole = read(answer, Math.max(1, answer.length()));
    for (int size : new int[] {1, 2, 3, 5, 11}) {
      assertThat(read(answer, size)).isEqualTo(whole);
    }
  }

  @Property(tries = 2_000)
  void anyBytes_neverThrow(@ForAll byte[] bytes) {
    read(new String(bytes, StandardCharsets.ISO_8859_1), 7);
  }
}
