package io.tokenstorm.coordinator.target;

/** The target did not answer as it should. The message is a cause, for the user. */
final class TargetException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TargetException(String message) {
    super(message);
  }

  TargetException(String message, Throwable cause) {
    super(message, cause);
  }
}
