package io.tokenstorm.coordinator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;

/**
 * Where workers' messages come in: stamps each and hands it on. Does nothing else, so that the
 * stamp of a clock reply is close to its arrival.
 */
final class WorkerGate {
  private WorkerGate() {}

  static Behavior<CoordinatorProtocol> of(ActorRef<CoordinatorCommand> coordinator, Ticker ticker) {
    return Behaviors.receiveMessage(
        message -> {
          coordinator.tell(new CoordinatorCommand.FromWorker(message, ticker.nanos()));
          return Behaviors.same();
        });
  }
}
