package io.tokenstorm.worker.sse;

import java.util.Arrays;

/**
 * Decodes a stream of one JSON object a line from bytes cut anywhere: LF or CRLF ends a line, blank
 * lines are skipped. A line that lies within one piece is handed on in place, as an event without a
 * name; only what a piece cuts in two is kept. One line may have up to {@link SseDecoder#MAX_EVENT}
 * bytes; what the body's proper end leaves without its LF counts as a line.
 */
public final class LineDecoder {
  private static final int KEPT_CAPACITY = 64 * 1024;

  private final SseHandler handler;
  private byte[] kept = new byte[0];
  private int keptLength;

  public LineDecoder(SseHandler handler) {
    this.handler = handler;
  }

  /** Makes ready for the next stream; gives back what a large line took. */
  public void reset() {
    keptLength = 0;
    if (kept.length > KEPT_CAPACITY) {
      kept = new byte[0];
    }
  }

  /**
   * Takes the next piece of the body.
   *
   * @return false once a line is longer than allowed: nothing is taken any more
   */
  public boolean feed(byte[] bytes, int offset, int length) {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int lineEnd = at;
      while (lineEnd < end && bytes[lineEnd] != '\n') {
        lineEnd++;
      }
      boolean complete = lineEnd < end;
      if (keptLength > 0 || !complete) {
        if (!keep(bytes, at, lineEnd)) {
          return false;
        }
      }
      if (complete) {
        if (keptLength > 0) {
          end();
        } else {
          line(bytes, at, lineEnd);
        }
      }
      at = lineEnd + 1;
    }
    return true;
  }

  /** The body has come to its proper end: what is pending counts as complete. */
  public void end() {
    int length = keptLength;
    keptLength = 0;
    line(kept, 0, length);
  }

  private void line(byte[] bytes, int start, int end) {
    int last = end > start && bytes[end - 1] == '\r' ? end - 1 : end;
    if (last > start) {
      handler.onEvent(EventName.MESSAGE, bytes, start, last - start);
    }
  }

  private boolean keep(byte[] bytes, int start, int end) {
    int needed = keptLength + end - start;
    if (needed > SseDecoder.MAX_EVENT) {
      return false;
    }
    if (needed > kept.length) {
      kept = Arrays.copyOf(kept, Math.max(256, Integer.highestOneBit(needed) * 2));
    }
    System.arraycopy(bytes, start, kept, keptLength, end - start);
    keptLength = needed;
    return true;
  }
}
