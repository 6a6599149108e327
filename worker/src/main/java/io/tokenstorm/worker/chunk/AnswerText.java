package io.tokenstorm.worker.chunk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The whole text of one answer, kept where a tokenizer is to count it if the server does not:
 * reasoning and answer as they came. Kept as the bytes between the quotes, read as text only at the
 * end. An answer that is no single text, or longer than {@link #MOST_BYTES}, is not kept.
 */
public final class AnswerText {
  static final int MOST_BYTES = 16 * 1024 * 1024;

  private static final int KEPT_CAPACITY = 64 * 1024;

  private byte[] bytes = new byte[0];
  private int length;
  private boolean whole = true;

  /** A new answer begins. */
  public void reset() {
    length = 0;
    whole = true;
    if (bytes.length > KEPT_CAPACITY) {
      bytes = new byte[0];
    }
  }

  /** Adds the string that the cursor holds. */
  void piece(JsonCursor cursor) {
    int size = cursor.stringEnd - cursor.stringStart;
    if (!whole || size > MOST_BYTES - length) {
      whole = false;
      return;
    }
    if (length + size > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(1024, Integer.highestOneBit(length + size) * 2));
    }
    System.arraycopy(cursor.bytes, cursor.stringStart, bytes, length, size);
    length += size;
  }

  /** There is output that is not, or not only, this text. */
  void spoil() {
    whole = false;
  }

  /** The text, if all of the output is in it; null if not, or if there is none. */
  public @Nullable String text() {
    return whole && length > 0 ? JsonText.unescape(bytes, 0, length) : null;
  }
}
