package io.tokenstorm.worker.chunk;

import java.nio.charset.StandardCharsets;

/**
 * A forward cursor over the bytes of one JSON text. Checks structure, not every rule of spelling:
 * it accepts whatever is JSON, and some that is not quite. Bounded in depth; allocates nothing.
 */
public final class JsonCursor {
  /** One more than a count may be. */
  private static final long TOO_MANY = Integer.MAX_VALUE + 1L;

  /** The deepest nesting accepted; deeper is malformed. */
  static final int MAX_DEPTH = 512;

  /** Thrown at the first byte that cannot be JSON; without a stack. */
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Malformed() {
      super("malformed JSON", null, false, false);
    }
  }

  byte[] bytes = new byte[0];
  int at;
  int end;

  /** The last string read: the bytes between its quotes, escapes not resolved. */
  int stringStart;

  int stringEnd;
  boolean stringEscaped;

  void start(byte[] source, int offset, int length) {
    bytes = source;
    at = offset;
    end = offset + length;
  }

  /** Skips white space and gives the next byte without taking it. */
  public byte peek() {
    while (at < end) {
      byte b = bytes[at];
      if (b > ' ' || b < 0) {
        return b;
      }
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        throw new Malformed();
      }
      at++;
    }
    throw new Malformed();
  }

  public void expect(char c) {
    if (peek() != c) {
      throw new Malformed();
    }
    at++;
  }

  /** Takes the byte if it is the next one. */
  public boolean takeIf(char c) {
    if (peek() == c) {
      at++;
      return true;
    }
    return false;
  }

  /** After a member or element: true if a further one follows, false if {@code close} ended it. */
  public boolean more(char close) {
    byte b = peek();
    at++;
    if (b == ',') {
      return true;
    }
    if (b == close) {
      return false;
    }
    throw new Malformed();
  }

  /** Reads a member's name and the colon after it. */
  public void readName() {
    readString();
    expect(':');
  }

  public void readString() {
    expect('"');
    stringStart = at;
    stringEscaped = false;
    int i = at;
    while (i < end) {
      byte b = bytes[i];
      if (b == '"') {
        stringEnd = i;
        at = i + 1;
        return;
      }
      if (b == '\\') {
        stringEscaped = true;
        i++;
      }
      i++;
    }
    throw new Malformed();
  }

  /** Skips one value of any kind. */
  public void skipValue() {
    int depth = 0;
    do {
      byte b = peek();
      switch (b) {
        case '"' -> readString();
        case '{', '[' -> depth = open(depth);
        case '}', ']' -> {
          depth--;
          at++;
        }
        case ',', ':' -> {
          if (depth == 0) {
            throw new Malformed();
          }
          at++;
        }
        default -> skipLiteral();
      }
    } while (depth > 0);
    if (depth < 0) {
      throw new Malformed();
    }
  }

  private int open(int depth) {
    at++;
    if (depth >= MAX_DEPTH) {
      throw new Malformed();
    }
    return depth + 1;
  }

  /** A number, {@code true}, {@code false} or {@code null}. */
  void skipLiteral() {
    int start = at;
    while (at < end && isLiteralByte(bytes[at])) {
      at++;
    }
    if (at == start) {
      throw new Malformed();
    }
  }

  private static boolean isLiteralByte(byte b) {
    return (b >= '0' && b <= '9')
        || (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || b == '-'
        || b == '+'
        || b == '.';
  }

  /**
   * Reads a value as a count: the whole part of a number that is not negative; −1 for anything
   * else, and for more than {@link Integer#MAX_VALUE}, which no answer has.
   */
  public int readCount() {
    byte b = peek();
    if (b < '0' || b > '9') {
      skipValue();
      return -1;
    }
    int start = at;
    long value = 0;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      value = Math.min(value * 10 + (bytes[at] - '0'), TOO_MANY);
      at++;
    }
    if (at < end && (bytes[at] == '.' || bytes[at] == 'e' || bytes[at] == 'E')) {
      skipLiteral();
      return fractional(start);
    }
    return value == TOO_MANY ? -1 : (int) value;
  }

  private int fractional(int start) {
    try {
      double value =
          Double.parseDouble(new String(bytes, start, at - start, StandardCharsets.US_ASCII));
      return value >= TOO_MANY ? -1 : (int) value;
    } catch (NumberFormatException e) {
      throw new Malformed();
    }
  }

  /** Whether the last string read is this ASCII word, escapes resolved. */
  public boolean stringIs(byte[] word) {
    if (stringEscaped) {
      return JsonText.unescape(bytes, stringStart, stringEnd)
          .equals(new String(word, StandardCharsets.US_ASCII));
    }
    int length = stringEnd - stringStart;
    if (length != word.length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[stringStart + i] != word[i]) {
        return false;
      }
    }
    return true;
  }

  /** Where the last string read begins in the bytes, after its quote. */
  public int stringStart() {
    return stringStart;
  }

  /** Where the last string read ends in the bytes, before its quote. */
  public int stringEnd() {
    return stringEnd;
  }

  public boolean stringEmpty() {
    return stringEnd == stringStart;
  }

  /** The last string read, at most {@code limit} characters of it. */
  public String stringText(int limit) {
    String text = JsonText.unescape(bytes, stringStart, stringEnd);
    return text.length() <= limit ? text : text.substring(0, limit);
  }

  /** Takes the opening of a container that has something in it; else skips the value. */
  public boolean opens(char open, char close) {
    if (peek() != open) {
      skipValue();
      return false;
    }
    at++;
    return !takeIf(close);
  }

  /** Reads the next value; true if it was a string, which the cursor then holds. */
  public boolean readsString() {
    if (peek() == '"') {
      readString();
      return true;
    }
    skipValue();
    return false;
  }

  /** Reads a value; true for a string, array or object that is not empty. */
  public boolean readsNonEmpty() {
    byte first = peek();
    if (first == '"') {
      readString();
      return !stringEmpty();
    }
    if (first != '{' && first != '[') {
      skipValue();
      return false;
    }
    int open = at;
    at++;
    if (takeIf(first == '{' ? '}' : ']')) {
      return false;
    }
    at = open;
    skipValue();
    return true;
  }

  /** Nothing but white space may be left. */
  void expectEnd() {
    while (at < end) {
      byte b = bytes[at++];
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        throw new Malformed();
      }
    }
  }
}
