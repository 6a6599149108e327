package io.tokenstorm.worker.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads one HTTP/1.1 answer from bytes cut anywhere: status line, headers, chunked (extensions,
 * trailers), Content-Length and close-delimited bodies; 1xx answers are skipped. The outcome never
 * depends on the cuts. Nothing is kept but the head, so memory is bounded by {@link #MAX_HEAD}.
 */
public final class ResponseReader {
  /** The longest head, in bytes; also the longest trailer section. */
  public static final int MAX_HEAD = 64 * 1024;

  private static final int MAX_INTERIM_HEADS = 64;

  /** How a connection's end is to be taken. */
  public enum Ending {
    /** Not a byte of an answer had come. */
    BEFORE_RESPONSE,
    /** The framing says that bytes are missing. */
    TRUNCATED,
    /** The close was the proper end of the body. */
    COMPLETE
  }

  private enum State {
    HEAD,
    LENGTH,
    UNTIL_CLOSE,
    CHUNKED,
    ENDED,
    VIOLATED
  }

  private final ResponseHandler handler;
  private final ResponseHead head = new ResponseHead();
  private final ChunkFraming chunks = new ChunkFraming();
  private State state = State.HEAD;
  private byte[] headBytes = new byte[512];
  private int headLength;
  private int lineLength;
  private int interimHeads;
  private boolean anyByte;
  private boolean keepAlive;
  private long remaining;
  private @Nullable String violation;

  public ResponseReader(ResponseHandler handler) {
    this.handler = handler;
  }

  /** Makes ready for the next answer. */
  public void reset() {
    state = State.HEAD;
    headLength = 0;
    lineLength = 0;
    interimHeads = 0;
    anyByte = false;
    keepAlive = false;
    violation = null;
  }

  /**
   * Takes the next bytes of the connection.
   *
   * @return how many were taken; fewer than {@code length} only after the end of the answer or a
   *     violation
   */
  public int feed(byte[] bytes, int offset, int length) {
    int at = offset;
    int end = offset + length;
    anyByte |= length > 0;
    try {
      while (at < end && state != State.ENDED && state != State.VIOLATED) {
        at = step(bytes, at, end);
      }
    } catch (HttpViolation e) {
      state = State.VIOLATED;
      violation = e.getMessage();
    }
    return at - offset;
  }

  private int step(byte[] bytes, int at, int end) {
    return switch (state) {
      case HEAD -> readHead(bytes, at, end);
      case LENGTH -> readLength(bytes, at, end);
      case UNTIL_CLOSE -> {
        handler.onBody(bytes, at, end - at);
        yield end;
      }
      case CHUNKED -> {
        int next = chunks.feed(bytes, at, end, handler);
        if (chunks.ended()) {
          finish();
        }
        yield next;
      }
      case ENDED, VIOLATED -> at;
    };
  }

  private int readHead(byte[] bytes, int from, int end) {
    for (int at = from; at < end; at++) {
      byte b = bytes[at];
      if (headLength == headBytes.length) {
        growHead();
      }
      headBytes[headLength++] = b;
      if (b != '\n') {
        lineLength++;
      } else if (lineLength == 0 || (lineLength == 1 && headBytes[headLength - 2] == '\r')) {
        headComplete();
        return at + 1;
      } else {
        lineLength = 0;
      }
    }
    return end;
  }

  private void growHead() {
    if (headLength >= MAX_HEAD) {
      throw new HttpViolation("head longer than " + MAX_HEAD + " bytes");
    }
    headBytes = Arrays.copyOf(headBytes, headBytes.length * 2);
  }

  private void headComplete() {
    head.parse(headBytes, headLength);
    headLength = 0;
    lineLength = 0;
    if (head.status() < 200) {
      if (head.status() == 101 || ++interimHeads > MAX_INTERIM_HEADS) {
        throw new HttpViolation("unexpected " + head.status() + " answer");
      }
      return;
    }
    Framing framing = Framing.of(head);
    keepAlive = framing.keepAlive();
    remaining = framing.length();
    chunks.reset();
    state =
        switch (framing.kind()) {
          case NONE, LENGTH -> State.LENGTH;
          case CHUNKED -> State.CHUNKED;
          case UNTIL_CLOSE -> State.UNTIL_CLOSE;
        };
    handler.onHead(head);
    if (state == State.LENGTH && remaining == 0) {
      finish();
    }
  }

  private int readLength(byte[] bytes, int at, int end) {
    int take = (int) Math.min(remaining, end - at);
    remaining -= take;
    handler.onBody(bytes, at, take);
    if (remaining == 0) {
      finish();
    }
    return at + take;
  }

  private void finish() {
    state = State.ENDED;
    handler.onEnd();
  }

  /** The peer sent its end. A body that lasts until the close ends properly by it. */
  public Ending eof() {
    if (state == State.UNTIL_CLOSE) {
      finish();
      return Ending.COMPLETE;
    }
    if (state == State.ENDED) {
      return Ending.COMPLETE;
    }
    return anyByte ? Ending.TRUNCATED : Ending.BEFORE_RESPONSE;
  }

  /** Whether any byte of the answer has come. */
  public boolean begun() {
    return anyByte;
  }

  /** Whether the answer has come to its proper end. */
  public boolean ended() {
    return state == State.ENDED;
  }

  /** What was wrong with the bytes, or null. */
  public @Nullable String violation() {
    return violation;
  }

  /** After the end: whether the connection may serve another request. */
  public boolean keepAlive() {
    return keepAlive && state == State.ENDED;
  }
}
