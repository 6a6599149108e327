package io.tokenstorm.worker.http;

/**
 * The chunked transfer coding (RFC 9112, section 7.1), cut anywhere. Extensions and trailers are
 * skipped, both bounded by {@link ResponseReader#MAX_HEAD}.
 */
final class ChunkFraming {
  private static final int MAX_SIZE_DIGITS = 15;

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
        frame(bytes[at++]);
      }
    }
    return at;
  }

  private void frame(byte b) {
    switch (state) {
      case SIZE -> size(b);
      case SIZE_BLANK -> afterSize(b);
      case EXTENSION -> extension(b);
      case SIZE_LF -> sizeEnd(b);
      case DATA_CR -> state = expect(b, '\r', State.DATA_LF);
      case DATA_LF -> {
        state = expect(b, '\n', State.SIZE);
        size = 0;
        digits = 0;
      }
      case TRAILER -> trailer(b);
      case DATA, ENDED -> throw new IllegalStateException(state.name());
    }
  }

  private void size(byte b) {
    int digit = Character.digit(b, 16);
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
