package io.tokenstorm.coordinator.node;

/** A coordinator cannot be started. The message is for the user. */
public final class NodeStartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public NodeStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
