package io.tokenstorm.worker.chunk;

import java.util.Arrays;

/**
 * The text of an answer whose events each repeat it from the beginning; knows whether the next
 * event's text says more. A text that is no continuation of the last one shows that the server
 * sends pieces instead: from then on each piece that is not empty says more. Compares the bytes
 * between the quotes as they are: the same text is escaped the same way each time.
 */
public final class GrowingText {
  private static final int KEPT_CAPACITY = 64 * 1024;

  private byte[] text = new byte[256];
  private int length;
  private boolean pieces;

  /** Forgets it. */
  public void clear() {
    length = 0;
    pieces = false;
    if (text.length > KEPT_CAPACITY) {
      text = new byte[256];
    }
  }

  /**
   * Takes the next event's text.
   *
   * @param start of the string in the cursor's bytes, after its quote
   * @param end of the string, before its quote
   */
  public boolean grows(JsonCursor cursor, int start, int end) {
    int size = end - start;
    if (pieces) {
      return size > 0;
    }
    int both = Math.min(size, length);
    if (!Arrays.equals(cursor.bytes, start, start + both, text, 0, both)) {
      pieces = true;
      return true;
    }
    if (size <= length) {
      return false; // the same again, or its end taken back
    }
    if (size > text.length) {
      text = Arrays.copyOf(text, Integer.highestOneBit(size) * 2);
    }
    System.arraycopy(cursor.bytes, start + length, text, length, size - length);
    length = size;
    return true;
  }
}
