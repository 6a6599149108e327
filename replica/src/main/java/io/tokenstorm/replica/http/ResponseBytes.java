package io.tokenstorm.replica.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Whole responses and response heads as bytes. */
public final class ResponseBytes {
  private static final Map<Integer, String> REASONS =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(400, "Bad Request"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(413, "Content Too Large"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(502, "Bad Gateway"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(504, "Gateway Timeout"),
          Map.entry(505, "HTTP Version Not Supported"));

  private ResponseBytes() {}

  /** The interim answer that lets a client send its body. */
  public static byte[] goOn() {
    return "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Status line, fields, empty line. */
  public static byte[] head(int status, List<Headers.Field> fields) {
    StringBuilder text = new StringBuilder(160);
    text.append("HTTP/1.1 ").append(status).append(' ');
    text.append(REASONS.getOrDefault(status, "Status")).append("\r\n");
    for (Headers.Field field : fields) {
      text.append(field.name()).append(": ").append(field.value()).append("\r\n");
    }
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A response with a body of known length. */
  public static byte[] whole(int status, List<Headers.Field> fields, byte[] body) {
    List<Headers.Field> all = new java.util.ArrayList<>(fields);
    all.add(new Headers.Field("content-length", Integer.toString(body.length)));
    byte[] head = head(status, all);
    byte[] bytes = java.util.Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, bytes, head.length, body.length);
    return bytes;
  }
}
