package io.tokenstorm.worker.answer;

import io.tokenstorm.protocol.record.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The beginning of a body, kept up to a bound. */
final class KeptBytes {
  private static final int KEPT_CAPACITY = 64 * 1024;

  private byte[] bytes = new byte[0];
  private int length;
  private boolean cut;

  void clear() {
    length = 0;
    cut = false;
    if (bytes.length > KEPT_CAPACITY) {
      bytes = new byte[0];
    }
  }

  /** Keeps what fits; false if it was not all. */
  boolean add(byte[] from, int offset, int count, int bound) {
    int take = Math.min(count, bound - length);
    cut |= take < count;
    if (length + take > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(256, Integer.highestOneBit(length + take) * 2));
    }
    System.arraycopy(from, offset, bytes, length, take);
    length += take;
    return take == count;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Whether some of the body was not kept. */
  boolean cut() {
    return cut;
  }

  /** The bytes as text, control characters as blanks. */
  String text(int limit) {
    return clean(new String(bytes, 0, Math.min(length, limit), StandardCharsets.UTF_8));
  }

  /** Some bytes as text, as much as a record's detail takes. */
  static String text(byte[] bytes, int start, int end) {
    int length = Math.min(end - start, Outcome.Failed.MAX_DETAIL);
    return clean(new String(bytes, start, length, StandardCharsets.UTF_8));
  }

  static String clean(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ").trim();
  }
}
