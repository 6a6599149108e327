package io.tokenstorm.worker.slot;

/** Where a slot's loop stands. */
enum SlotState {
  NEW,
  /** Opens its connection for the first time. */
  OPENING,
  FREE,
  /** A request waits for its connection. */
  CONNECTING,
  /** A request is under way. */
  SENT,
  /** The outcome is known, the body goes on. */
  DRAINING,
  STOPPED;

  /** Whether a request has been written whose body has not ended. */
  boolean underWay() {
    return this == SENT || this == DRAINING;
  }

  /** Whether the slot waits for a connection. */
  boolean connects() {
    return this == OPENING || this == CONNECTING;
  }
}
