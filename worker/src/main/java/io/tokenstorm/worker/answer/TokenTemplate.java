package io.tokenstorm.worker.answer;

import java.util.Arrays;

/**
 * The last plain token event of a stream as it came over the wire: the bytes up to and with the
 * opening quote of its text, and those from the closing quote to the end of the blank line. An
 * event that has the same bytes around another text says the same about everything but that text,
 * and of the text only whether it is empty is ever asked. So a match proves that a scan would find
 * the same facts; whatever does not match is scanned.
 *
 * <p>What a match requires of the text: that the scanner would end it at the same quote, hence an
 * escape takes the byte after it along, and that the decoder would not end a line in it, hence
 * neither CR nor LF.
 */
final class TokenTemplate {
  static final int NO_MATCH = -1;

  private static final int LONGEST = 16 * 1024;

  private byte[] before = new byte[256];
  private byte[] after = new byte[64];
  private int beforeLength;
  private int afterLength;

  /** Nothing matches until the next event is learned. */
  void forget() {
    beforeLength = 0;
  }

  /**
   * Takes an event as the one to compare with.
   *
   * @param start the event's first byte
   * @param textStart the first byte of its text
   * @param textEnd the closing quote
   * @param end after the blank line
   */
  void learn(byte[] bytes, int start, int textStart, int textEnd, int end) {
    if (end - start > LONGEST) {
      forget();
      return;
    }
    beforeLength = textStart - start;
    afterLength = end - textEnd;
    before = room(before, beforeLength);
    after = room(after, afterLength);
    System.arraycopy(bytes, start, before, 0, beforeLength);
    System.arraycopy(bytes, textEnd, after, 0, afterLength);
  }

  private static byte[] room(byte[] array, int length) {
    return length <= array.length ? array : new byte[Integer.highestOneBit(length) * 2];
  }

  /**
   * Compares the event that begins at {@code start}.
   *
   * @param end of what has come
   * @return where the event ends, if it is plain and whole; else {@link #NO_MATCH}
   */
  int match(byte[] bytes, int start, int end) {
    int text = start + beforeLength;
    if (beforeLength == 0
        || end - text <= afterLength
        || !Arrays.equals(bytes, start, text, before, 0, beforeLength)) {
      return NO_MATCH;
    }
    int close = closingQuote(bytes, text, end - afterLength);
    return close > text && Arrays.equals(bytes, close, close + afterLength, after, 0, afterLength)
        ? close + afterLength
        : NO_MATCH;
  }

  /** The quote that ends a string, if it is at {@code last} or before. */
  private static int closingQuote(byte[] bytes, int from, int last) {
    boolean escaped = false;
    for (int at = from; at <= last; at++) {
      byte b = bytes[at];
      if (b == '\n' || b == '\r') {
        return NO_MATCH;
      } else if (escaped) {
        escaped = false;
      } else if (b == '"') {
        return at;
      } else {
        escaped = b == '\\';
      }
    }
    return NO_MATCH;
  }
}
