package io.tokenstorm.protocol.record;

import java.util.Locale;

/**
 * Why a request failed. The label is the name in files and reports; see {@code docs/metrics.md} for
 * the order in which kinds are tried.
 */
public enum ErrorKind {
  /** A status other than 2xx; the record carries the number. */
  HTTP_STATUS(1, FaultSide.TARGET),
  /** 2xx, but the body is a JSON error. */
  IN_BODY_ERROR(2, FaultSide.TARGET),
  /** Streaming was asked for and a plain JSON answer came. */
  NOT_STREAMING(3, FaultSide.TARGET),
  /** Streaming was asked for and something else than an event stream came. */
  NOT_SSE(4, FaultSide.TARGET),
  /** An error event inside the stream. */
  IN_STREAM_ERROR(5, FaultSide.TARGET),
  /** {@code finish_reason: abort}. */
  ABORTED(6, FaultSide.TARGET),
  /** {@code [DONE]}, but no choice, finish reason or usage before it. */
  EMPTY_OUTPUT(7, FaultSide.TARGET),
  /** A proper end of the body without a terminal signal. */
  INCOMPLETE(8, FaultSide.TARGET),
  /** The framing says that bytes are missing. */
  TRUNCATED(9, FaultSide.TARGET),
  /** The connection was reset after an answer had begun. */
  RESET(10, FaultSide.NETWORK),
  /** The connection ended before any byte of an answer; never repeated. */
  CLOSED_BEFORE_RESPONSE(11, FaultSide.NETWORK),
  CONNECT_REFUSED(12, FaultSide.TARGET),
  CONNECT_TIMEOUT(13, FaultSide.NETWORK),
  /** No byte for longer than the idle limit. */
  TIMEOUT_IDLE(14, FaultSide.TARGET),
  /** The whole request took longer than allowed. */
  TIMEOUT_TOTAL(15, FaultSide.TARGET),
  TLS(16, FaultSide.NETWORK),
  DNS(17, FaultSide.NETWORK),
  /** Bytes that are no HTTP/1.1, or beyond the reader's bounds. */
  PROTOCOL(18, FaultSide.TARGET);

  private final int code;
  private final String label = name().toLowerCase(Locale.ROOT);
  private final FaultSide side;

  ErrorKind(int code, FaultSide side) {
    this.code = code;
    this.side = side;
  }

  /** The number that stands for it in binary forms, from 1; never changes. */
  public int code() {
    return code;
  }

  /** Whose fault this kind usually is. */
  public FaultSide side() {
    return side;
  }

  /** The name used in files and reports, such as {@code http_status}. */
  public String label() {
    return label;
  }
}
