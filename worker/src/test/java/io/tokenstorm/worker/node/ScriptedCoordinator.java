package io.tokenstorm.worker.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent.CurrentClusterState;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.cluster.typed.Join;
import io.tokenstorm.protocol.node.NodeSettings;
import io.tokenstorm.protocol.wire.CoordinatorProtocol;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/**
 * The coordinator's side as a test writes it: a real actor system with real remoting, whose actor
 * keeps all it hears and answers hellos by a rule.
 */
final class ScriptedCoordinator implements AutoCloseable {
  private final ActorSystem<Void> system;
  private final List<CoordinatorProtocol> heard = new CopyOnWriteArrayList<>();
  private final List<Consumer<CoordinatorProtocol>> listeners = new CopyOnWriteArrayList<>();
  private volatile Function<WorkerHello, WorkerProtocol> rule =
      hello -> new WorkerProtocol.Welcome("test");

  ScriptedCoordinator() {
    NodeSettings settings = new NodeSettings(NodeSettings.COORDINATOR, "127.0.0.1", 0, List.of());
    this.system =
        ActorSystem.create(
            Behaviors.setup(
                ctx -> {
                  ctx.spawn(listening(), NodeSettings.COORDINATOR_ACTOR);
                  ctx.spawn(listening(), NodeSettings.RECORDS_ACTOR);
                  return Behaviors.empty();
                }),
            NodeSettings.SYSTEM,
            settings.toConfig());
    Cluster cluster = Cluster.get(system);
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
  }

  String hostPort() {
    return "127.0.0.1:" + Cluster.get(system).selfMember().address().getPort().orElseThrow();
  }

  /** How hellos are answered from now on. */
  void answerBy(Function<WorkerHello, WorkerProtocol> newRule) {
    rule = newRule;
  }

  /** Also told of each message, on the actor's thread. */
  void listen(Consumer<CoordinatorProtocol> listener) {
    listeners.add(listener);
  }

  /** All messages of a type so far. */
  <T extends CoordinatorProtocol> List<T> heard(Class<T> type) {
    return heard.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The newest hello of a worker, or null. */
  WorkerHello hello(String worker) {
    return heard(WorkerHello.class).stream()
        .filter(h -> h.worker().equals(worker))
        .reduce((a, b) -> b)
        .orElse(null);
  }

  /** The newest status of a worker, or null. */
  WorkerStatus status(String worker) {
    return heard(WorkerStatus.class).stream()
        .filter(s -> s.worker().equals(worker))
        .reduce((a, b) -> b)
        .orElse(null);
  }

  void tell(String worker, WorkerProtocol message) {
    ref(hello(worker)).tell(message);
  }

  /** Workers that are up. */
  long workersUp() {
    return StreamSupport.stream(Cluster.get(system).state().getMembers().spliterator(), false)
        .filter(m -> m.hasRole(NodeSettings.WORKER) && m.status() == MemberStatus.up())
        .count();
  }

  /** Members of any status besides the coordinator, except those that are not reached. */
  long others() {
    CurrentClusterState state = Cluster.get(system).state();
    return StreamSupport.stream(state.getMembers().spliterator(), false)
            .filter(m -> !state.getUnreachable().contains(m))
            .count()
        - 1;
  }

  /** Throws a worker's node out of the cluster. */
  void down(String worker) {
    Cluster.get(system).manager().tell(new Down(ref(hello(worker)).path().address()));
  }

  private ActorRef<WorkerProtocol> ref(WorkerHello hello) {
    return ActorRefResolver.get(system).resolveActorRef(hello.ref());
  }

  private Behavior<CoordinatorProtocol> listening() {
    return Behaviors.receive(CoordinatorProtocol.class)
        .onMessage(
            CoordinatorProtocol.class,
            message -> {
              heard.add(message);
              if (message instanceof WorkerHello hello) {
                WorkerProtocol answer = rule.apply(hello);
                ref(hello).tell(answer);
              }
              listeners.forEach(listener -> listener.accept(message));
              return Behaviors.same();
            })
        .build();
  }

  @Override
  public void close() {
    system.terminate();
    try {
      system
          .getWhenTerminated()
          .toCompletableFuture()
          .get(Duration.ofSeconds(20).toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("the coordinator's actor system does not end", e);
    }
  }
}
