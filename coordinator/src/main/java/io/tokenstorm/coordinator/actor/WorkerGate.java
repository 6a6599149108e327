package io.tokenstorm.coordinator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where workers' messages come in: stamps each and hands it on. Does nothing else, so that the
 * stamp of a clock reply is close to its arrival. Whoever reaches the port may send anything that
 * some serializer of Akka's decodes: what is no worker's message is said and dropped.
 */
final class WorkerGate {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerGate.class);

  private WorkerGate() {}

  static Behavior<CoordinatorProtocol> of(ActorRef<CoordinatorCommand> coordinator, Ticker ticker) {
    Behavior<Object> anything =
        Behaviors.receiveMessage(
            message -> {
              if (message instanceof CoordinatorProtocol known) {
                coordinator.tell(new CoordinatorCommand.FromWorker(known, ticker.nanos()));
              } else {
                LOG.warn("dropped what is no worker's message: {}", message.getClass().getName());
              }
              return Behaviors.same();
            });
    return anything.narrow();
  }
}
