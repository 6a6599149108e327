package io.tokenstorm.worker.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the end of a body is found (RFC 9112, section 6.3).
 *
 * @param kind the rule
 * @param length the body's length for {@link Kind#LENGTH}
 * @param keepAlive whether the connection may serve another request after this answer
 */
record Framing(Kind kind, long length, boolean keepAlive) {
  enum Kind {
    NONE,
    LENGTH,
    CHUNKED,
    UNTIL_CLOSE
  }

  static Framing of(ResponseHead head) {
    boolean keepAlive = keepAlive(head);
    if (head.status() == 204 || head.status() == 304) {
      return new Framing(Kind.NONE, 0, keepAlive);
    }
    String coding = head.joined("transfer-encoding");
    if (coding != null) {
      return transferCoding(coding.toLowerCase(Locale.ROOT).trim(), head, keepAlive);
    }
    String length = head.joined("content-length");
    return length == null
        ? new Framing(Kind.UNTIL_CLOSE, 0, false)
        : new Framing(Kind.LENGTH, contentLength(length), keepAlive);
  }

  private static Framing transferCoding(String coding, ResponseHead head, boolean keepAlive) {
    if (coding.equals("identity")) {
      return new Framing(Kind.UNTIL_CLOSE, 0, false);
    }
    if (!coding.equals("chunked")) {
      throw new HttpViolation("transfer-encoding \"" + coding + "\" is not understood");
    }
    // both a length and chunks: chunks win, but the connection cannot be trusted any more
    boolean plain = head.first("content-length") == null && head.minorVersion() >= 1;
    return new Framing(Kind.CHUNKED, 0, keepAlive && plain);
  }

  private static boolean keepAlive(ResponseHead head) {
    String connection = head.joined("connection");
    return head.minorVersion() >= 1
        ? !hasToken(connection, "close")
        : hasToken(connection, "keep-alive");
  }

  private static boolean hasToken(@Nullable String list, String token) {
    if (list == null) {
      return false;
    }
    for (String part : list.split(",", -1)) {
      if (part.trim().equalsIgnoreCase(token)) {
        return true;
      }
    }
    return false;
  }

  private static long contentLength(String list) {
    long length = -1;
    for (String part : list.split(",", -1)) {
      long value = digits(part.trim());
      if (value < 0 || (length >= 0 && value != length)) {
        throw new HttpViolation("content-length \"" + list + "\" is no length");
      }
      length = value;
    }
    return length;
  }

  private static long digits(String text) {
    if (text.isEmpty() || text.length() > 18) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }
}
