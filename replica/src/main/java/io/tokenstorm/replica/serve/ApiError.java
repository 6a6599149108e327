package io.tokenstorm.replica.serve;

/** A request that is answered with an error, in the shape vLLM gives it. */
final class ApiError extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  ApiError(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
