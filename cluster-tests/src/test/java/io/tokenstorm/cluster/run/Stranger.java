package io.tokenstorm.cluster.run;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.tokenstorm.protocol.node.NodeSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * An actor system that speaks the cluster's protocol over real connections and is none of its
 * nodes: it never joined. Keeps what is sent to it.
 */
final class Stranger implements AutoCloseable {
  private final List<Object> heard = new CopyOnWriteArrayList<>();
  private final ActorSystem<Object> system;

  Stranger() {
    Behavior<Object> listening =
        Behaviors.receiveMessage(
            message -> {
              heard.add(message);
              return Behaviors.same();
            });
    system =
        ActorSystem.create(
            listening,
            NodeSettings.SYSTEM,
            new NodeSettings(NodeSettings.WORKER, "127.0.0.1", 0, List.of()).toConfig());
  }

  /** Its own address, as it would stand in a worker's offer. */
  String ref() {
    return ActorRefResolver.get(system).toSerializationFormat(system);
  }

  void tell(String path, Object message) {
    ActorRef<Object> to = ActorRefResolver.get(system).resolveActorRef(path);
    to.tell(message);
  }

  List<Object> heard() {
    return heard;
  }

  @Override
  public void close() throws Exception {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get(40, TimeUnit.SECONDS);
  }
}
