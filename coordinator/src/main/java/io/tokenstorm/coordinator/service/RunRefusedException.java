package io.tokenstorm.coordinator.service;

/** A request about a run cannot be granted. The message is for the user. */
public final class RunRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public RunRefusedException(String message) {
    super(message);
  }

  public RunRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
