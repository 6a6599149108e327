package io.tokenstorm.worker.node;

/** A worker could not be started; the message says where, what is wrong and what to do. */
public final class WorkerStartException extends Exception {
  private static final long serialVersionUID = 1;

  public WorkerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
