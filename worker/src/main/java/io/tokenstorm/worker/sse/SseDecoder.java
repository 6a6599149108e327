package io.tokenstorm.worker.sse;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Decodes an event stream (WHATWG HTML, section 9.2) from bytes cut anywhere: CR, LF and CRLF end a
 * line, one leading byte-order mark is dropped, comments and unknown fields are skipped. An event
 * whose only data line lies within one piece is handed on in place, without a copy; only what a
 * piece cuts in two is kept. One event may have up to {@link #MAX_EVENT} bytes.
 *
 * <p>One difference to the standard: {@link #end} completes an event that the body's proper end
 * left without its blank line.
 */
public final class SseDecoder {
  /** The longest event, in bytes. */
  public static final int MAX_EVENT = 16 * 1024 * 1024;

  private static final int KEPT_CAPACITY = 64 * 1024;
  private static final int NOT_IN_PIECE = -1;
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final byte[] EMPTY = new byte[0];
  private static final byte[] DATA = ascii("data");
  private static final byte[] EVENT = ascii("event");
  private static final byte[] ERROR = ascii("error");
  private static final byte[] MESSAGE = ascii("message");

  private final SseHandler handler;
  private int bomSeen;
  private boolean skipLf;
  private boolean overflow;
  private byte[] line = EMPTY;
  private int lineLength;
  private byte[] data = EMPTY;
  private int dataLength;
  private boolean hasData;
  private boolean dataInPiece;
  private int pieceDataStart;
  private int pieceDataEnd;
  private EventName name = EventName.MESSAGE;
  private boolean between = true; // no line of an event has come yet
  private int eventStart = NOT_IN_PIECE;

  public SseDecoder(SseHandler handler) {
    this.handler = handler;
  }

  /** Makes ready for the next stream; gives back what a large event took. */
  public void reset() {
    bomSeen = 0;
    skipLf = false;
    overflow = false;
    lineLength = 0;
    line = line.length > KEPT_CAPACITY ? EMPTY : line;
    clearEvent();
  }

  /**
   * Takes the next piece of the body.
   *
   * @return false once an event is longer than {@link #MAX_EVENT}: nothing is taken any more
   */
  public boolean feed(byte[] bytes, int offset, int length) {
    int at = offset;
    int end = offset + length;
    if (bomSeen < BOM.length && lineLength == 0) {
      at = skipBom(bytes, at, end);
    }
    while (at < end && !overflow) {
      if (skipLf) {
        skipLf = false;
        if (bytes[at] == '\n') {
          at++;
          continue;
        }
      }
      if (between && lineLength == 0) {
        int known = handler.takeKnown(bytes, at, end);
        if (known > at) {
          skipLf = bytes[known - 1] == '\r';
          at = known;
          continue;
        }
        eventStart = at;
      }
      int lineEnd = lineEnd(bytes, at, end);
      if (lineEnd == end) {
        keepLine(bytes, at, end);
        break;
      }
      skipLf = bytes[lineEnd] == '\r';
      if (lineLength == 0) {
        line(bytes, at, lineEnd, true);
      } else {
        keepLine(bytes, at, lineEnd);
        keptLine();
      }
      at = lineEnd + 1;
    }
    eventStart = NOT_IN_PIECE;
    if (dataInPiece) {
      keepData(bytes, pieceDataStart, pieceDataEnd);
      dataInPiece = false;
    }
    return !overflow;
  }

  /** The body has come to its proper end: what is pending counts as complete. */
  public void end() {
    if (bomSeen > 0 && bomSeen < BOM.length) {
      keepLine(BOM, 0, bomSeen);
    }
    bomSeen = BOM.length;
    if (lineLength > 0) {
      keptLine();
    }
    if (hasData && !overflow) {
      dispatch(data);
    }
  }

  private int skipBom(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && bomSeen < BOM.length) {
      if (bytes[at] != BOM[bomSeen]) {
        keepLine(BOM, 0, bomSeen); // it was none: what was held back belongs to the line
        bomSeen = BOM.length;
        return at;
      }
      bomSeen++;
      at++;
    }
    return at;
  }

  private static int lineEnd(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end) {
      byte b = bytes[at];
      if (b <= '\r' && (b == '\n' || b == '\r')) {
        return at;
      }
      at++;
    }
    return end;
  }

  private void keptLine() {
    int length = lineLength;
    lineLength = 0;
    line(line, 0, length, false);
  }

  private void line(byte[] bytes, int start, int end, boolean inPiece) {
    if (start == end) {
      if (hasData) {
        dispatch(bytes);
        if (dataInPiece && eventStart != NOT_IN_PIECE) {
          handler.onWholeEvent(bytes, eventStart, end + 1);
        }
      }
      clearEvent();
      return;
    }
    between = false;
    int colon = start;
    while (colon < end && bytes[colon] != ':') {
      colon++;
    }
    int value = Math.min(colon + 1, end);
    if (value < end && bytes[value] == ' ') {
      value++;
    }
    if (is(DATA, bytes, start, colon)) {
      dataLine(bytes, value, end, inPiece);
    } else if (is(EVENT, bytes, start, colon)) {
      name = nameOf(bytes, value, end);
    } else if (is(ERROR, bytes, start, colon)) {
      handler.onErrorField(bytes, value, end - value);
    }
  }

  private void dataLine(byte[] bytes, int start, int end, boolean inPiece) {
    if (!hasData && inPiece) {
      hasData = true;
      dataInPiece = true;
      pieceDataStart = start;
      pieceDataEnd = end;
      return;
    }
    if (dataInPiece) {
      dataInPiece = false;
      keepData(bytes, pieceDataStart, pieceDataEnd);
    }
    if (hasData) {
      keepData(LF, 0, 1);
    }
    hasData = true;
    keepData(bytes, start, end);
  }

  private static final byte[] LF = {'\n'};

  private void dispatch(byte[] piece) {
    if (overflow) {
      return;
    }
    if (dataInPiece) {
      handler.onEvent(name, piece, pieceDataStart, pieceDataEnd - pieceDataStart);
    } else {
      handler.onEvent(name, data, 0, dataLength);
    }
  }

  private void clearEvent() {
    between = true;
    hasData = false;
    dataInPiece = false;
    dataLength = 0;
    if (data.length > KEPT_CAPACITY) {
      data = EMPTY;
    }
    name = EventName.MESSAGE;
  }

  private void keepLine(byte[] bytes, int start, int end) {
    line = append(line, lineLength, bytes, start, end);
    lineLength = overflow ? 0 : lineLength + end - start;
  }

  private void keepData(byte[] bytes, int start, int end) {
    data = append(data, dataLength, bytes, start, end);
    dataLength = overflow ? 0 : dataLength + end - start;
  }

  private byte[] append(byte[] to, int used, byte[] bytes, int start, int end) {
    int needed = used + end - start;
    if (needed > MAX_EVENT) {
      overflow = true;
      return EMPTY;
    }
    byte[] room =
        needed <= to.length
            ? to
            : Arrays.copyOf(to, Math.max(256, Integer.highestOneBit(needed) * 2));
    System.arraycopy(bytes, start, room, used, end - start);
    return room;
  }

  private static EventName nameOf(byte[] bytes, int start, int end) {
    if (start == end || is(MESSAGE, bytes, start, end)) {
      return EventName.MESSAGE;
    }
    return is(ERROR, bytes, start, end) ? EventName.ERROR : EventName.OTHER;
  }

  private static boolean is(byte[] word, byte[] bytes, int start, int end) {
    return Arrays.equals(bytes, start, end, word, 0, word.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
