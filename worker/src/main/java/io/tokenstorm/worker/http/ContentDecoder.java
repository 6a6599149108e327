package io.tokenstorm.worker.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Takes a content coding off a body, piece by piece: all that can be read of a piece is handed on
 * before the next one is taken.
 */
public interface ContentDecoder extends AutoCloseable {
  /** Takes decoded bytes; the array is reused. */
  @FunctionalInterface
  interface Output {
    void accept(byte[] bytes, int offset, int length);
  }

  /**
   * Decodes one piece.
   *
   * @throws HttpViolation if it is not in the coding
   */
  void decode(byte[] bytes, int offset, int length, Output output);

  /** Frees what the decoder holds. */
  @Override
  void close();

  /**
   * The decoder of a Content-Encoding, or null if the body comes as it is.
   *
   * @throws HttpViolation if the coding is not supported
   */
  static @Nullable ContentDecoder of(@Nullable String contentEncoding) {
    String coding = contentEncoding == null ? "" : contentEncoding.toLowerCase(Locale.ROOT).trim();
    return switch (coding) {
      case "", "identity" -> null;
      case "gzip", "x-gzip" -> new InflatingDecoder(true);
      case "deflate" -> new InflatingDecoder(false);
      default ->
          throw new HttpViolation(
              "content-encoding \""
                  + coding
                  + "\" is not decoded, although identity was asked for");
    };
  }
}
