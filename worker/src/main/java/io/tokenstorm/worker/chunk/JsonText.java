package io.tokenstorm.worker.chunk;

import java.nio.charset.StandardCharsets;

/** Text of a JSON string; for names that carry escapes and for messages, never for tokens. */
final class JsonText {
  private JsonText() {}

  /**
   * Resolves the escapes of the bytes between a string's quotes; a broken escape stays as it is.
   */
  static String unescape(byte[] bytes, int start, int end) {
    String raw = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    if (raw.indexOf('\\') < 0) {
      return raw;
    }
    StringBuilder text = new StringBuilder(raw.length());
    int i = 0;
    while (i < raw.length()) {
      char c = raw.charAt(i);
      if (c != '\\' || i + 1 == raw.length()) {
        text.append(c);
        i++;
      } else {
        i = escape(raw, i, text);
      }
    }
    return text.toString();
  }

  private static int escape(String raw, int backslash, StringBuilder text) {
    char c = raw.charAt(backslash + 1);
    int code = c == 'u' ? hex(raw, backslash + 2) : -1;
    if (code >= 0) {
      text.append((char) code);
      return backslash + 6;
    }
    int simple = "\"\\/bfnrt".indexOf(c);
    if (simple >= 0) {
      text.append("\"\\/\b\f\n\r\t".charAt(simple));
    } else {
      text.append('\\').append(c);
    }
    return backslash + 2;
  }

  private static int hex(String raw, int from) {
    if (from + 4 > raw.length()) {
      return -1;
    }
    int code = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = Character.digit(raw.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      code = code << 4 | digit;
    }
    return code;
  }
}
