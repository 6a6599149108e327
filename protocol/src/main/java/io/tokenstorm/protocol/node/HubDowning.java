package io.tokenstorm.protocol.node;

import akka.actor.AbstractActorWithTimers;
import akka.actor.Props;
import akka.cluster.Cluster;
import akka.cluster.ClusterEvent;
import akka.cluster.ClusterEvent.MemberRemoved;
import akka.cluster.ClusterEvent.ReachableMember;
import akka.cluster.ClusterEvent.UnreachableMember;
import akka.cluster.Member;
import akka.cluster.UniqueAddress;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes each member that the coordinator has not reached for {@link #STABLE_AFTER}, each by
 * itself, and never the coordinator. Nothing of a run waits for it: who is silent is lost to a run
 * long before. Nor does anybody's joining wait for it. So it can be patient with processes that
 * stand still, or get no processor time: one that comes back is the member it was. One that was
 * removed has to begin anew, which takes the more of a starved machine.
 *
 * <p>Workers speak to the coordinator only, and only its failure detector says who is unreachable.
 * There is thus no question of which side lives, the one that Akka's Split Brain Resolver answers:
 * on a starved machine, where nodes suspect each other at random, its answer may be to down all,
 * the coordinator with them.
 */
final class HubDowning extends AbstractActorWithTimers {
  static final Duration STABLE_AFTER = Duration.ofSeconds(60);
  private static final Logger LOG = LoggerFactory.getLogger(HubDowning.class);

  private record Overdue(Member member) {}

  private final Cluster cluster = Cluster.get(getContext().getSystem());

  static Props props() {
    return Props.create(HubDowning.class, HubDowning::new);
  }

  @Override
  public void preStart() {
    cluster.subscribe(
        getSelf(),
        ClusterEvent.initialStateAsEvents(),
        ClusterEvent.ReachabilityEvent.class,
        MemberRemoved.class);
  }

  @Override
  public void postStop() {
    cluster.unsubscribe(getSelf());
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder()
        .match(UnreachableMember.class, event -> suspect(event.member()))
        .match(ReachableMember.class, event -> clear(event.member()))
        .match(MemberRemoved.class, event -> clear(event.member()))
        .match(Overdue.class, overdue -> remove(overdue.member()))
        .build();
  }

  private void suspect(Member member) {
    UniqueAddress node = member.uniqueAddress();
    if (!node.equals(cluster.selfUniqueAddress()) && !getTimers().isTimerActive(node)) {
      getTimers().startSingleTimer(node, new Overdue(member), STABLE_AFTER);
    }
  }

  private void clear(Member member) {
    getTimers().cancel(member.uniqueAddress());
  }

  private void remove(Member member) {
    LOG.warn("{} was not reached for {}: removed", member.address(), STABLE_AFTER);
    cluster.down(member.address());
  }
}
