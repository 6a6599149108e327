package io.tokenstorm.replica.http;

import java.nio.ByteBuffer;

/**
 * Finds the end of a body in bytes that arrive in any pieces. Invariant: no byte after the end is
 * consumed. What the body carries, framing taken off, may be collected by a {@link Sink}.
 */
final class BodyReader {
  /** Takes the payload. */
  interface Sink {
    void payload(ByteBuffer bytes) throws HttpProblem;
  }

  private enum State {
    FIXED,
    UNTIL_CLOSE,
    SIZE,
    EXTENSION,
    SIZE_LF,
    DATA,
    DATA_CR,
    DATA_LF,
    TRAILER_START,
    TRAILER,
    END_LF,
    DONE
  }

  private static final int MOST_LINE_BYTES = 16_384;

  private final Sink sink;
  private State state;
  private long left;
  private int lineBytes;
  private int sizeDigits;

  BodyReader(Framing framing, Sink sink) {
    this.sink = sink;
    this.left = framing.length();
    this.state =
        switch (framing.kind()) {
          case FIXED -> framing.length() == 0 ? State.DONE : State.FIXED;
          case CHUNKED -> State.SIZE;
          case UNTIL_CLOSE -> State.UNTIL_CLOSE;
        };
  }

  boolean done() {
    return state == State.DONE;
  }

  /** Whether the end of the connection is a proper end. */
  boolean endsWithConnection() {
    return state == State.UNTIL_CLOSE || state == State.DONE;
  }

  /** Consumes what belongs to the body. */
  void read(ByteBuffer bytes) throws HttpProblem {
    while (bytes.hasRemaining() && state != State.DONE) {
      switch (state) {
        case FIXED -> {
          take(bytes);
          state = left == 0 ? State.DONE : State.FIXED;
        }
        case UNTIL_CLOSE -> sink.payload(cut(bytes, bytes.remaining()));
        case DATA -> {
          take(bytes);
          state = left == 0 ? State.DATA_CR : State.DATA;
        }
        default -> framingByte(bytes.get());
      }
    }
  }

  private void take(ByteBuffer bytes) throws HttpProblem {
    int count = (int) Math.min(left, bytes.remaining());
    left -= count;
    sink.payload(cut(bytes, count));
  }

  private static ByteBuffer cut(ByteBuffer bytes, int count) {
    ByteBuffer piece = bytes.slice(bytes.position(), count);
    bytes.position(bytes.position() + count);
    return piece;
  }

  private void framingByte(byte b) throws HttpProblem {
    if (++lineBytes > MOST_LINE_BYTES) {
      throw new HttpProblem(400, "a chunk's line is too long");
    }
    switch (state) {
      case SIZE -> sizeByte(b);
      case EXTENSION -> state = b == '\r' ? State.SIZE_LF : state;
      case SIZE_LF -> {
        expect(b, '\n');
        lineBytes = 0;
        sizeDigits = 0;
        state = left == 0 ? State.TRAILER_START : State.DATA;
      }
      case DATA_CR -> {
        expect(b, '\r');
        state = State.DATA_LF;
      }
      case DATA_LF -> {
        expect(b, '\n');
        lineBytes = 0;
        state = State.SIZE;
      }
      case TRAILER_START -> state = b == '\r' ? State.END_LF : State.TRAILER;
      case TRAILER -> state = b == '\n' ? State.TRAILER_START : State.TRAILER;
      case END_LF -> {
        expect(b, '\n');
        state = State.DONE;
      }
      default -> throw new IllegalStateException("not a framing state: " + state);
    }
  }

  private void sizeByte(byte b) throws HttpProblem {
    int digit = Character.digit(b, 16);
    if (digit >= 0 && sizeDigits < 15) {
      left = left * 16 + digit;
      sizeDigits++;
    } else if (sizeDigits > 0 && b == '\r') {
      state = State.SIZE_LF;
    } else if (sizeDigits > 0 && (b == ';' || b == ' ' || b == '\t')) {
      state = State.EXTENSION;
    } else {
      throw new HttpProblem(400, "a chunk's size is not a number");
    }
  }

  private static void expect(byte b, char wanted) throws HttpProblem {
    if (b != wanted) {
      throw new HttpProblem(400, "a chunk does not end where its size says");
    }
  }
}
