package io.tokenstorm.replica.http;

/** A message that cannot be read as HTTP/1.1; the status is what a server answers to it. */
public final class HttpProblem extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  /** A problem and the status that says so. */
  public HttpProblem(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The status to answer. */
  public int status() {
    return status;
  }
}
