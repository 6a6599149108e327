package io.tokenstorm.coordinator.actor;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.hosting.RemoteServers;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How workers are reached, and which worker lives at which address. */
final class WorkerRefs {
  private final ActorRefResolver resolver;
  private final Cluster cluster;
  private final Map<String, Entry> byWorker = new HashMap<>();

  /** One worker's newest incarnation. */
  record Entry(String worker, int incarnation, ActorRef<WorkerProtocol> ref, Address address) {}

  WorkerRefs(ActorSystem<?> system) {
    this.resolver = ActorRefResolver.get(system);
    this.cluster = Cluster.get(system);
  }

  /** Resolves what a worker said of itself; empty if it is no reference. */
  Optional<ActorRef<WorkerProtocol>> resolve(WorkerHello hello) {
    try {
      return Optional.of(resolver.resolveActorRef(hello.ref()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  void put(WorkerHello hello, ActorRef<WorkerProtocol> ref) {
    byWorker.put(
        hello.worker(), new Entry(hello.worker(), hello.incarnation(), ref, ref.path().address()));
  }

  void tell(String worker, WorkerProtocol message) {
    Entry entry = byWorker.get(worker);
    if (entry != null) {
      entry.ref().tell(message);
    }
  }

  /** A worker that has not left, as who runs servers on its host wants to know it. */
  Optional<RemoteServers.Present> present(Fleet fleet, String worker) {
    Entry entry = byWorker.get(worker);
    return entry == null
        ? Optional.empty()
        : fleet.addressable().stream()
            .filter(member -> member.worker().equals(worker))
            .map(
                member ->
                    new RemoteServers.Present(
                        member.hello().processKey(), entry.address().getHost().orElse("127.0.0.1")))
            .findFirst();
  }

  /** Takes the node of a worker out of the cluster that has said that it ends. */
  void discharge(String worker, int incarnation) {
    Entry entry = byWorker.get(worker);
    if (entry != null && entry.incarnation() == incarnation) {
      cluster.manager().tell(new Down(entry.address()));
    }
  }

  /** The workers at an address. */
  List<Entry> at(Address address) {
    return byWorker.values().stream().filter(e -> e.address().equals(address)).toList();
  }
}
