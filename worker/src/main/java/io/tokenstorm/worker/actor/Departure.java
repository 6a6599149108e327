package io.tokenstorm.worker.actor;

import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;

/**
 * How a worker ends in good order: it sends nothing more, lets what runs finish, hands its records
 * in, and goes: both only until a limit.
 *
 * @param reason for a person
 * @param cutAtNanos what still runs then is cut
 * @param goAtNanos then it goes whatever is left
 */
record Departure(String reason, long cutAtNanos, long goAtNanos) {
  static Departure begin(String reason, long nowNanos, long limitNanos) {
    return new Departure(reason, nowNanos + limitNanos, nowNanos + 2 * limitNanos);
  }

  /** The same departure once what runs was cut. */
  Departure afterCut() {
    return new Departure(reason, Long.MAX_VALUE, goAtNanos);
  }

  boolean mustCut(long nowNanos) {
    return nowNanos >= cutAtNanos;
  }

  /** Whether it may go: at rest with all handed in, or out of time. */
  boolean mayGo(long nowNanos, WorkerStatus status, boolean handedIn) {
    return (Noteworthy.isAtRest(status) && handedIn) || nowNanos >= goAtNanos;
  }
}
