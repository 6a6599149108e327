package io.tokenstorm.protocol.server;

/** Where a server on a worker's host stands. */
public enum ServerState {
  /** The worker knows of none under that id; nothing of it runs. */
  UNKNOWN,
  /** The worker does not start it; nothing of it runs. */
  REFUSED,
  /** It is being started, or is being cleared away after that failed. */
  STARTING,
  /** It serves. */
  READY,
  /** It did not start; nothing of it is left, or the fault says what. */
  FAILED,
  /** It was ready, and its process exited by itself. */
  DIED,
  /** It is being stopped. */
  STOPPING,
  /** It was ready and was stopped; nothing of it is left, or the fault says what. */
  GONE
}
