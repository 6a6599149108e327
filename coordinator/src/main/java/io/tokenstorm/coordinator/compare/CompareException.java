package io.tokenstorm.coordinator.compare;

/** These runs cannot be compared, or not so. The message is for the user. */
public final class CompareException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CompareException(String message) {
    super(message);
  }
}
