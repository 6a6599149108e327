package io.tokenstorm.replica.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestReaderTest {
  private static final String FIXED =
      crlf("POST /v1/completions?a=b%20c&d HTTP/1.1~Host: x~Content-Length: 5~~hello");
  private static final String CHUNKED =
      crlf("POST /t HTTP/1.1~Host: x~Transfer-Encoding: chunked~~")
          + crlf("3;ext=1~hel~2~lo~0~Trailer: t~~");
  private static final String PLAIN =
      "GET /health HTTP/1.1~host: x~Connection: close~~".replace('~', '\n');

  private static List<HttpRequest> readAll(byte[] bytes, int... cuts) throws HttpProblem {
    RequestReader reader = new RequestReader();
    List<HttpRequest> requests = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= cuts.length; i++) {
      int to = i < cuts.length ? cuts[i] : bytes.length;
      ByteBuffer piece = ByteBuffer.wrap(bytes, from, to - from);
      while (piece.hasRemaining()) {
        Optional<HttpRequest> request = reader.read(piece);
        request.ifPresent(requests::add);
      }
      from = to;
    }
    return requests;
  }

  private static String shown(List<HttpRequest> requests) {
    StringBuilder text = new StringBuilder();
    for (HttpRequest request : requests) {
      String body = new String(request.body(), StandardCharsets.UTF_8);
      text.append(request.method()).append(' ').append(request.path()).append(request.query());
      text.append(body).append(request.keepAlive()).append(request.headers().fields());
    }
    return text.toString();
  }

  @Test
  void read_fixedChunkedAndPlain_asSent() throws HttpProblem {
    List<HttpRequest> requests =
        readAll((FIXED + CHUNKED + PLAIN).getBytes(StandardCharsets.UTF_8));

    assertThat(requests).hasSize(3);
    assertThat(requests.get(0).query()).containsEntry("a", "b c").containsEntry("d", "");
    assertThat(requests.get(0).body()).asString().isEqualTo("hello");
    assertThat(requests.get(1).body()).asString().isEqualTo("hello");
    assertThat(requests.get(0).keepAlive()).isTrue();
    assertThat(requests.get(2).keepAlive()).isFalse();
    assertThat(requests.get(2).path()).isEqualTo("/health");
  }

  @Test
  void read_everySplitInTwoAndSingleBytes_sameRequests() throws HttpProblem {
    byte[] bytes = (FIXED + CHUNKED + PLAIN + FIXED).getBytes(StandardCharsets.UTF_8);
    String whole = shown(readAll(bytes));
    int[] every = new int[bytes.length - 1];
    for (int cut = 1; cut < bytes.length; cut++) {
      every[cut - 1] = cut;
      assertThat(shown(readAll(bytes, cut))).as("cut at %d", cut).isEqualTo(whole);
    }
    assertThat(shown(readAll(bytes, every))).isEqualTo(whole);
  }

  @Test
  void read_lastByteMissing_noRequestYet() throws HttpProblem {
    byte[] bytes = FIXED.getBytes(StandardCharsets.UTF_8);

    assertThat(readAll(java.util.Arrays.copyOf(bytes, bytes.length - 1))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense|400",
        "GET / HTTP/2.0|505",
        "GET x HTTP/1.1|400",
        "GET / HTTP/1.1~no colon|400",
        "GET / HTTP/1.1~bad name: x|400",
        "POST / HTTP/1.1~content-length: 1x|400",
        "POST / HTTP/1.1~content-length: 1~content-length: 2|400",
        "POST / HTTP/1.1~content-length: 1~transfer-encoding: chunked|400",
        "POST / HTTP/1.1~transfer-encoding: gzip|400",
        "POST / HTTP/1.1~content-length: 999999999|413",
      })
  void read_badHead_refusedWithItsStatus(String head, int status) {
    byte[] bytes = (head.replace("~", "\r\n") + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> readAll(bytes))
        .isInstanceOfSatisfying(
            HttpProblem.class, problem -> assertThat(problem.status()).isEqualTo(status));
  }

  @Test
  void read_badChunk_refused() {
    for (String body : List.of("x\r\n", "\r\n", "3\r\nhelXX", "2\nhe")) {
      String text = "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n" + body;
      assertThatThrownBy(() -> readAll(text.getBytes(StandardCharsets.UTF_8)))
          .as(body)
          .isInstanceOf(HttpProblem.class);
    }
  }

  @Test
  void read_endlessHead_refused() {
    byte[] bytes = "a".repeat(70_000).getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> readAll(bytes)).hasMessageContaining("longer");
  }

  @Property
  void read_anyBytes_requestsOrAProblem(@ForAll byte[] bytes) {
    try {
      assertThat(readAll(bytes)).isNotNull();
    } catch (HttpProblem problem) {
      assertThat(problem.status()).isBetween(400, 599);
    }
  }

  @Test
  void of_chunkedRequest_passedOnWithALength() throws HttpProblem {
    HttpRequest request = readAll(CHUNKED.getBytes(StandardCharsets.UTF_8)).get(0);

    List<HttpRequest> again = readAll(RequestBytes.of(request));

    assertThat(again).hasSize(1);
    assertThat(again.get(0).body()).asString().isEqualTo("hello");
    assertThat(again.get(0).headers().first("host")).contains("x");
    assertThat(again.get(0).headers().first("transfer-encoding")).isEmpty();
  }

  private static String crlf(String text) {
    return text.replace("~", "\r\n");
  }
}
