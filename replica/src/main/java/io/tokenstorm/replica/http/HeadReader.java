package io.tokenstorm.replica.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the lines of a message head up to the empty line, from bytes in any pieces. */
final class HeadReader {
  private static final int MOST_BYTES = 65_536;

  private byte[] bytes = new byte[512];
  private int length;
  private boolean complete;

  boolean complete() {
    return complete;
  }

  boolean empty() {
    return length == 0;
  }

  /** Consumes bytes of the head; stops behind the empty line. Empty lines before it are skipped. */
  void read(ByteBuffer in) throws HttpProblem {
    while (in.hasRemaining() && !complete) {
      byte b = in.get();
      if (length == 0 && (b == '\r' || b == '\n')) {
        continue;
      }
      add(b);
      complete = b == '\n' && endsEmpty();
    }
  }

  private boolean endsEmpty() {
    return length >= 2
        && (bytes[length - 2] == '\n'
            || (length >= 3 && bytes[length - 2] == '\r' && bytes[length - 3] == '\n'));
  }

  private void add(byte b) throws HttpProblem {
    if (length == MOST_BYTES) {
      throw new HttpProblem(431, "the head is longer than " + MOST_BYTES + " bytes");
    }
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, length * 2);
    }
    bytes[length++] = b;
  }

  /** The start line and the field lines. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        int end = i > from && bytes[i - 1] == '\r' ? i - 1 : i;
        if (end > from) {
          lines.add(new String(bytes, from, end - from, StandardCharsets.ISO_8859_1));
        }
        from = i + 1;
      }
    }
    return lines;
  }

  void clear() {
    length = 0;
    complete = false;
  }
}
