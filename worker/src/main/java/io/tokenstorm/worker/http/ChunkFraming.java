package io.tokenstorm.worker.http;

/**
 * The chunked transfer coding (RFC 9112, section 7.1), cut anywhere. Extensions and trailers are
 * skipped, both bounded by {@link ResponseReader#MAX_HEAD}.
 */
final class ChunkFraming {
  private static final int MAX_SIZE_DIGITS = 15;
  private static final int MAX_PLAIN_DIGITS = 7;
  private static final int NOT_PLAIN = -1;
  private static final byte[] HEX = new byte[256];

  static {
    for (int b = 0; b < HEX.length; b++) {
      HEX[b] = (byte) (b < 128 ? Character.digit(b, 16) : -1);
    }
  }

  private enum State {
    SIZE,
    SIZE_BLANK,
    EXTENSION,
    SIZE_LF,
    DATA,
    DATA_CR,
    DATA_LF,
    TRAILER,
    ENDED
  }

  private State state = State.SIZE;
  private long size;
  private int digits;
  private int skipped;
  private int lineLength;
  private boolean lineEndsInCr;

  void reset() {
    state = State.SIZE;
    size = 0;
    digits = 0;
    skipped = 0;
  }

  boolean ended() {
    return state == State.ENDED;
  }

  /** Takes bytes up to {@code end} or the end of the body; gives the next position. */
  int feed(byte[] bytes, int from, int end, ResponseHandler handler) {
    int at = from;
    while (at < end && state != State.ENDED) {
      if (state == State.DATA) {
        int take = (int) Math.min(size, end - at);
        size -= take;
        if (size == 0) {
          state = State.DATA_CR;
        }
        handler.onBody(bytes, at, take);
        at += take;
      } else {
        at = framing(bytes, at, end);
      }
    }
    return at;
  }

  private int framing(byte[] bytes, int at, int end) {
    if (state == State.DATA_CR && isLineEnd(bytes, at, end)) {
      nextChunk();
      return at + 2;
    }
    int data = state == State.SIZE && digits == 0 ? plainSize(bytes, at, end) : NOT_PLAIN;
    if (data != NOT_PLAIN) {
      return data;
    }
    frame(bytes[at]);
    return at + 1;
  }

  private static boolean isLineEnd(byte[] bytes, int at, int end) {
    return end - at >= 2 && bytes[at] == '\r' && bytes[at + 1] == '\n';
  }

  private void nextChunk() {
    state = State.SIZE;
    size = 0;
    digits = 0;
  }

  /**
   * Reads the size line of a chunk with data in one go, if it is whole and nothing but digits; else
   * leaves everything to {@link #frame}.
   *
   * @return where the data begins, {@link #NOT_PLAIN} if the line is anything else
   */
  private int plainSize(byte[] bytes, int from, int end) {
    int at = from;
    int value = 0;
    int last = Math.min(end, from + MAX_PLAIN_DIGITS);
    while (at < last && HEX[bytes[at] & 0xff] >= 0) {
      value = value << 4 | HEX[bytes[at++] & 0xff];
    }
    if (value == 0 || !isLineEnd(bytes, at, end)) {
      return NOT_PLAIN;
    }
    size = value;
    state = State.DATA;
    return at + 2;
  }

  private void frame(byte b) {
    switch (state) {
      case SIZE -> size(b);
      case SIZE_BLANK -> afterSize(b);
      case EXTENSION -> extension(b);
      case SIZE_LF -> sizeEnd(b);
      case DATA_CR -> state = expect(b, '\r', State.DATA_LF);
      case DATA_LF -> {
        expect(b, '\n', State.SIZE);
        nextChunk();
      }
      case TRAILER -> trailer(b);
      case DATA, ENDED -> throw new IllegalStateException(state.name());
    }
  }

  private void size(byte b) {
    int digit = HEX[b & 0xff];
    if (digit >= 0) {
      if (++digits > MAX_SIZE_DIGITS) {
        throw new HttpViolation("chunk size of more than " + MAX_SIZE_DIGITS + " digits");
      }
      size = size << 4 | digit;
      return;
    }
    if (digits == 0) {
      throw new HttpViolation("no chunk size where one is due, but byte " + (b & 0xff));
    }
    afterSize(b);
  }

  private void afterSize(byte b) {
    if (b == '\r') {
      state = State.SIZE_LF;
    } else if (b == ';') {
      state = State.EXTENSION;
    } else if (b == ' ' || b == '\t') {
      count();
      state = State.SIZE_BLANK;
    } else {
      throw new HttpViolation("byte " + (b & 0xff) + " after a chunk size");
    }
  }

  private void extension(byte b) {
    count();
    if (b == '\r') {
      state = State.SIZE_LF;
    } else if (b == '\n') {
      throw new HttpViolation("chunk extension ends in a bare LF");
    }
  }

  private void sizeEnd(byte b) {
    expect(b, '\n', State.DATA);
    skipped = 0;
    lineLength = 0;
    lineEndsInCr = false;
    state = size == 0 ? State.TRAILER : State.DATA;
  }

  private void trailer(byte b) {
    count();
    if (b == '\n') {
      if (lineLength == 0 || (lineLength == 1 && lineEndsInCr)) {
        state = State.ENDED;
      }
      lineLength = 0;
      lineEndsInCr = false;
    } else {
      lineLength++;
      lineEndsInCr = b == '\r';
    }
  }

  private void count() {
    if (++skipped > ResponseReader.MAX_HEAD) {
      throw new HttpViolation(
          "chunk extension or trailer longer than " + ResponseReader.MAX_HEAD + " bytes");
    }
  }

  private static State expect(byte b, char expected, State next) {
    if (b != expected) {
      throw new HttpViolation("byte " + (b & 0xff) + " where a chunk's line end is due");
    }
    return next;
  }
}
