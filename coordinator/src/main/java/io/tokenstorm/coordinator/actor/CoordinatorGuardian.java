package io.tokenstorm.coordinator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.ClusterEvent.MemberDowned;
import akka.cluster.ClusterEvent.MemberEvent;
import akka.cluster.ClusterEvent.MemberRemoved;
import akka.cluster.ClusterEvent.ReachabilityEvent;
import akka.cluster.ClusterEvent.UnreachableMember;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.cluster.typed.Subscribe;
import io.tokenstorm.protocol.node.NodeSettings;
import java.util.stream.StreamSupport;

/**
 * The root of a coordinator's actors: founds the cluster, starts the coordinator behind its gate,
 * and tells it what the cluster says of the workers' nodes.
 */
public final class CoordinatorGuardian extends AbstractBehavior<CoordinatorGuardian.Command> {
  /** What the guardian is told. */
  public sealed interface Command {}

  private record Reachability(ReachabilityEvent event) implements Command {}

  private record Changed(MemberEvent event) implements Command {}

  private final ActorRef<CoordinatorCommand> coordinator;
  private final Cluster cluster;

  private CoordinatorGuardian(
      ActorContext<Command> context, Surroundings surroundings, CoordinatorRuns runs) {
    super(context);
    this.cluster = Cluster.get(context.getSystem());
    this.coordinator =
        context.spawn(
            CoordinatorActor.of(surroundings, runs.book(), runs.board()), "coordinator-core");
    context.watch(coordinator);
    context.spawn(
        WorkerGate.of(coordinator, surroundings.ticker()), NodeSettings.COORDINATOR_ACTOR);
    context.spawn(WorkerGate.of(coordinator, surroundings.ticker()), NodeSettings.RECORDS_ACTOR);
    runs.connect(context.getSystem(), coordinator);
    subscribe(context);
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
  }

  /**
   * @param runs is connected to the actor, and may be used from then on
   */
  public static Behavior<Command> of(Surroundings surroundings, CoordinatorRuns runs) {
    return Behaviors.setup(context -> new CoordinatorGuardian(context, surroundings, runs));
  }

  private void subscribe(ActorContext<Command> context) {
    cluster
        .subscriptions()
        .tell(
            Subscribe.create(
                context.messageAdapter(ReachabilityEvent.class, Reachability::new),
                ReachabilityEvent.class));
    cluster
        .subscriptions()
        .tell(
            Subscribe.create(
                context.messageAdapter(MemberEvent.class, Changed::new), MemberEvent.class));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Reachability.class, this::reachability)
        .onMessage(Changed.class, this::changed)
        .build();
  }

  private Behavior<Command> reachability(Reachability change) {
    Member member = change.event().member();
    if (!hasSuccessor(member)) {
      boolean reachable = !(change.event() instanceof UnreachableMember);
      coordinator.tell(new CoordinatorCommand.Reachability(member.address(), reachable));
    }
    return this;
  }

  /** What was marked as down never comes back, whenever it is off the list of members. */
  private Behavior<Command> changed(Changed changed) {
    Member member = changed.event().member();
    boolean gone =
        changed.event() instanceof MemberDowned || changed.event() instanceof MemberRemoved;
    if (gone && !hasSuccessor(member)) {
      coordinator.tell(new CoordinatorCommand.NodeRemoved(member.address()));
    }
    return this;
  }

  /** Whether another incarnation of a node lives at the same address by now. */
  private boolean hasSuccessor(Member member) {
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
        .anyMatch(
            m ->
                m.address().equals(member.address())
                    && !m.uniqueAddress().equals(member.uniqueAddress()));
  }
}
