package io.tokenstorm.worker.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentDecoderTest {
  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private static String decode(String coding, byte[] body, int size) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    try (ContentDecoder decoder = ContentDecoder.of(coding)) {
      for (int at = 0; at < body.length; at += size) {
        decoder.decode(body, at, Math.min(size, body.length - at), plain::write);
      }
    }
    return plain.toString(StandardCharsets.UTF_8);
  }

  @Property(tries = 200)
  void gzip_cutAnywhere_isDecoded(
      @ForAll String text, @ForAll @IntRange(min = 1, max = 50) int size) throws IOException {
    assertThat(decode("gzip", gzip(text), size)).isEqualTo(text.isEmpty() ? "" : utf8(text));
  }

  private static String utf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  @Test
  void gzip_largeText_isDecodedPieceByPiece() throws IOException {
    String text = "token ".repeat(100_000);
    assertThat(decode("GZIP", gzip(text), 100)).isEqualTo(text);
  }

  @Test
  void gzip_severalMembers_areDecodedAsOne() throws IOException {
    ByteArrayOutputStream two = new ByteArrayOutputStream();
    two.writeBytes(gzip("one "));
    two.writeBytes(gzip("two"));
    for (int size = 1; size < 60; size++) {
      assertThat(decode("gzip", two.toByteArray(), size)).isEqualTo("one two");
    }
  }

  @Test
  void gzip_headerWithAllOptionalFields_isSkipped() throws IOException {
    byte[] plain = gzip("x");
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] head = plain.clone();
    head[3] = 2 | 4 | 8 | 16;
    body.write(head, 0, 10);
    body.writeBytes(new byte[] {3, 0, 'e', 'x', 't'});
    body.writeBytes("name\0comment\0".getBytes(StandardCharsets.US_ASCII));
    body.writeBytes(new byte[] {1, 2});
    body.write(plain, 10, plain.length - 10);
    for (int size = 1; size < 60; size++) {
      assertThat(decode("gzip", body.toByteArray(), size)).isEqualTo("x");
    }
  }

  @Test
  void deflate_cutAnywhere_isDecoded() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflate = new DeflaterOutputStream(out)) {
      deflate.write("some text".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(decode("deflate", out.toByteArray(), 3)).isEqualTo("some text");
  }

  @Test
  void noCoding_needsNoDecoder() {
    assertThat(ContentDecoder.of(null)).isNull();
    assertThat(ContentDecoder.of("")).isNull();
    assertThat(ContentDecoder.of("Identity")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "zstd", "gzip, br", "foo"})
  void otherCoding_isAViolationThatNamesIt(String coding) {
    assertThatThrownBy(() -> ContentDecoder.of(coding))
        .isInstanceOf(HttpViolation.class)
        .hasMessageContaining(coding);
  }

  @Property(tries = 500)
  void anyBytes_areDecodedOrRefused(@ForAll byte[] body) {
    try {
      decode("gzip", body, 3);
    } catch (HttpViolation refused) {
      assertThat(refused).hasMessageContaining("gzip");
    }
  }
}
