package io.tokenstorm.replica.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** A request as it is passed on: the same, with the framing of a body of known length. */
public final class RequestBytes {
  private static final Set<String> REPLACED =
      Set.of("connection", "keep-alive", "expect", "transfer-encoding", "content-length");

  private RequestBytes() {}

  /** The whole request. */
  public static byte[] of(HttpRequest request) {
    StringBuilder text = new StringBuilder(256);
    text.append(request.method()).append(' ').append(request.target()).append(" HTTP/1.1\r\n");
    for (Headers.Field field : request.headers().fields()) {
      if (!REPLACED.contains(field.name().toLowerCase(Locale.ROOT))) {
        text.append(field.name()).append(": ").append(field.value()).append("\r\n");
      }
    }
    text.append("content-length: ").append(request.body().length).append("\r\n\r\n");
    byte[] head = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] bytes = Arrays.copyOf(head, head.length + request.body().length);
    System.arraycopy(request.body(), 0, bytes, head.length, request.body().length);
    return bytes;
  }
}
