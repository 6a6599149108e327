package io.tokenstorm.worker.http;

/** Bytes that are no HTTP/1.1, or beyond the reader's bounds. Carries no stack: it is a verdict. */
public final class HttpViolation extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what was seen, for a person
   */
  public HttpViolation(String message) {
    super(message, null, false, false);
  }
}
