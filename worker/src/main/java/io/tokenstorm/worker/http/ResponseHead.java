package io.tokenstorm.worker.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Status line and header fields of one answer, kept as the bytes that came: text is made only of
 * the fields that are asked for. Lines that are no header fields are left out, so that a stray line
 * never hides a clear status.
 */
public final class ResponseHead {
  private static final int MAX_FIELDS = 1024;

  private byte[] bytes = new byte[0];
  private int status;
  private int minorVersion;
  private int fieldCount;
  private int[] spans = new int[64]; // name start, name end, value start, value end

  ResponseHead() {}

  /** Makes a head of parts that another reader of HTTP has found. */
  public static Builder builder(int status) {
    return new Builder(status);
  }

  /** Collects the parts of a head. */
  public static final class Builder {
    private final StringBuilder text = new StringBuilder(128);

    private Builder(int status) {
      text.append("HTTP/1.1 ").append(status).append("\r\n");
    }

    public Builder field(String name, String value) {
      text.append(name).append(": ").append(value).append("\r\n");
      return this;
    }

    public ResponseHead build() {
      byte[] bytes = text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
      ResponseHead head = new ResponseHead();
      head.parse(bytes, bytes.length);
      return head;
    }
  }

  /** Reads the head that lies in {@code source[0, length)}, the empty line included. */
  void parse(byte[] source, int length) {
    bytes = source;
    fieldCount = 0;
    int lineEnd = lineEnd(0, length);
    parseStatusLine(trimCr(0, lineEnd));
    int at = lineEnd + 1;
    while (at < length) {
      int end = lineEnd(at, length);
      // a line that starts with a blank continues the one before it
      while (end + 1 < length && isBlank(bytes[end + 1])) {
        bytes[end] = ' ';
        if (bytes[end - 1] == '\r') {
          bytes[end - 1] = ' ';
        }
        end = lineEnd(end + 1, length);
      }
      addField(at, trimCr(at, end));
      at = end + 1;
    }
  }

  private int lineEnd(int from, int length) {
    int at = from;
    while (at < length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  private int trimCr(int start, int end) {
    return end > start && bytes[end - 1] == '\r' ? end - 1 : end;
  }

  private void parseStatusLine(int end) {
    boolean wellFormed =
        end >= 12
            && startsWith("HTTP/1.")
            && isDigit(bytes[7])
            && bytes[8] == ' '
            && isDigit(bytes[9])
            && isDigit(bytes[10])
            && isDigit(bytes[11])
            && (end == 12 || bytes[12] == ' ');
    if (!wellFormed) {
      throw new HttpViolation(
          "no HTTP/1.1 status line: \"" + text(0, Math.min(end, 60)).replace("\r", "\\r") + '"');
    }
    minorVersion = bytes[7] - '0';
    status = (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + (bytes[11] - '0');
    if (status < 100) { // 600 and above: a plain refusal, whatever it means (RFC 9110, section 15)
      throw new HttpViolation("status " + status + " is out of range");
    }
  }

  private boolean startsWith(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (bytes[i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void addField(int start, int end) {
    int colon = start;
    while (colon < end && bytes[colon] != ':') {
      colon++;
    }
    int nameEnd = colon;
    while (nameEnd > start && isBlank(bytes[nameEnd - 1])) {
      nameEnd--;
    }
    if (colon == end || nameEnd == start || fieldCount == MAX_FIELDS) {
      return;
    }
    int valueStart = colon + 1;
    while (valueStart < end && isBlank(bytes[valueStart])) {
      valueStart++;
    }
    int valueEnd = end;
    while (valueEnd > valueStart && isBlank(bytes[valueEnd - 1])) {
      valueEnd--;
    }
    int at = fieldCount++ * 4;
    if (at == spans.length) {
      spans = Arrays.copyOf(spans, at * 2);
    }
    spans[at] = start;
    spans[at + 1] = nameEnd;
    spans[at + 2] = valueStart;
    spans[at + 3] = valueEnd;
  }

  public int status() {
    return status;
  }

  /** The x of HTTP/1.x. */
  public int minorVersion() {
    return minorVersion;
  }

  /** The value of the first field of that name (given in lower case), or null. */
  public @Nullable String first(String name) {
    int field = find(name, 0);
    return field < 0 ? null : value(field);
  }

  /** The values of all fields of that name, joined by commas, or null if there is none. */
  public @Nullable String joined(String name) {
    int field = find(name, 0);
    if (field < 0) {
      return null;
    }
    String all = value(field);
    for (int next = find(name, field + 1); next >= 0; next = find(name, next + 1)) {
      all = all + ',' + value(next);
    }
    return all;
  }

  private String value(int field) {
    return text(spans[field * 4 + 2], spans[field * 4 + 3]);
  }

  private int find(String name, int from) {
    for (int field = from; field < fieldCount; field++) {
      int start = spans[field * 4];
      if (spans[field * 4 + 1] - start == name.length() && matches(start, name)) {
        return field;
      }
    }
    return -1;
  }

  private boolean matches(int start, String lowerName) {
    for (int i = 0; i < lowerName.length(); i++) {
      int b = bytes[start + i];
      int lower = b >= 'A' && b <= 'Z' ? b + 32 : b;
      if (lower != lowerName.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private String text(int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
