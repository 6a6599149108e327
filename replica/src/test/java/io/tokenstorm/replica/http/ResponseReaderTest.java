package io.tokenstorm.replica.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {
  private static final String CHUNKED =
      crlf("HTTP/1.1 200 OK~Transfer-Encoding: chunked~Connection: keep-alive~~5~hello~0~~");

  private final ByteArrayOutputStream passedOn = new ByteArrayOutputStream();

  private ResponseReader reader() {
    return new ResponseReader(
        new Headers.Field("target-pod", "r1"),
        new ResponseReader.Output() {
          @Override
          public void head(byte[] bytes) {
            passedOn.writeBytes(bytes);
          }

          @Override
          public void body(ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            passedOn.writeBytes(copy);
          }
        });
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void read_chunkedInEverySplit_passedOnWithThePodAndFramingUntouched() throws HttpProblem {
    for (int cut = 1; cut < CHUNKED.length(); cut++) {
      passedOn.reset();
      ResponseReader reader = reader();
      reader.read(bytes(CHUNKED.substring(0, cut)));
      assertThat(reader.done()).isFalse();
      ByteBuffer rest = bytes(CHUNKED.substring(cut) + "HTTP/1.1");
      reader.read(rest);

      assertThat(reader.done()).isTrue();
      assertThat(reader.keepAlive()).isTrue();
      assertThat(rest.remaining()).isEqualTo(8);
      assertThat(passedOn)
          .hasToString(
              crlf("HTTP/1.1 200 OK~Transfer-Encoding: chunked~target-pod: r1~~5~hello~0~~"));
    }
  }

  @Test
  void read_interimAnswer_notPassedOn() throws HttpProblem {
    ResponseReader reader = reader();
    reader.read(bytes(crlf("HTTP/1.1 100 Continue~~HTTP/1.1 204 No Content~~")));

    assertThat(reader.done()).isTrue();
    assertThat(passedOn).hasToString(crlf("HTTP/1.1 204 No Content~target-pod: r1~~"));
  }

  @Test
  void read_noFraming_endsWithTheConnection() throws HttpProblem {
    ResponseReader reader = reader();
    reader.read(bytes(crlf("HTTP/1.1 200 OK~~abc")));

    assertThat(reader.done()).isFalse();
    assertThat(reader.endsWithConnection()).isTrue();
    assertThat(reader.keepAlive()).isFalse();
  }

  @Test
  void read_notHttp_refused() {
    assertThatThrownBy(() -> reader().read(bytes("SSH-2.0 x\r\n\r\n")))
        .isInstanceOf(HttpProblem.class);
  }

  private static String crlf(String text) {
    return text.replace("~", "\r\n");
  }
}
