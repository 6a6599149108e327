package io.tokenstorm.worker.actor;

/**
 * Why a worker's life ended.
 *
 * @param reason of which kind
 * @param detail for a person
 */
public record WorkerEnd(Reason reason, String detail) {
  /** Kinds of ends. */
  public enum Reason {
    /** The coordinator refused it. */
    REFUSED,
    /** Certificates: it and the coordinator do not accept each other. */
    UNTRUSTED,
    /** It left by its own will, in good order. */
    LEFT,
    /** No coordinator was heard for longer than it may take, or what listens there is none. */
    COORDINATOR_GONE,
    /** It could not go on: its port is taken, its engine does not start. */
    FAILED
  }
}
