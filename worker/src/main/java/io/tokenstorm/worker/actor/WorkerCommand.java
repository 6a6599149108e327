package io.tokenstorm.worker.actor;

import io.tokenstorm.protocol.wire.WorkerProtocol;

/** Messages to the worker's actor; never on the wire. */
sealed interface WorkerCommand {
  /** The coordinator wrote. */
  record FromCoordinator(WorkerProtocol message) implements WorkerCommand {}

  /** Whoever reaches the port may send anything that some serializer of Akka's decodes. */
  static WorkerCommand of(Object message) {
    return message instanceof WorkerProtocol known
        ? new FromCoordinator(known)
        : new FromStranger(message.getClass().getName());
  }

  /**
   * Somebody wrote what no coordinator writes.
   *
   * @param type of the message
   */
  record FromStranger(String type) implements WorkerCommand {}

  /** Time to offer oneself again, if nobody answered. */
  record OfferDue() implements WorkerCommand {}

  /** Time to look whether something of note changed; many times a second. */
  record LookAround() implements WorkerCommand {}

  /** A second has passed. */
  record SecondPassed() implements WorkerCommand {}

  /** End in good order. */
  record Leave(String reason) implements WorkerCommand {}
}
