package io.tokenstorm.worker.actor;

import io.tokenstorm.protocol.wire.WorkerProtocol;

/** Messages to the worker's actor; never on the wire. */
sealed interface WorkerCommand {
  /** The coordinator wrote. */
  record FromCoordinator(WorkerProtocol message) implements WorkerCommand {}

  /** Time to offer oneself again, if nobody answered. */
  record OfferDue() implements WorkerCommand {}

  /** Time to look whether something of note changed; many times a second. */
  record LookAround() implements WorkerCommand {}

  /** A second has passed. */
  record SecondPassed() implements WorkerCommand {}

  /** End in good order. */
  record Leave(String reason) implements WorkerCommand {}
}
