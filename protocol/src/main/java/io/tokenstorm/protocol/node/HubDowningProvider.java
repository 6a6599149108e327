package io.tokenstorm.protocol.node;

import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.cluster.Cluster;
import akka.cluster.DowningProvider;
import scala.Option;
import scala.concurrent.duration.Duration;
import scala.concurrent.duration.FiniteDuration;

/**
 * Who removes members that are not reached any more: the coordinator alone ({@link HubDowning}). A
 * worker removes nobody; one that does not hear its coordinator ends its own membership.
 *
 * <p>Named in {@code tokenstorm-node.conf}; made by Akka.
 */
public final class HubDowningProvider extends DowningProvider {
  private final ActorSystem system;

  /** Called by Akka. */
  public HubDowningProvider(ActorSystem system) {
    this.system = system;
  }

  @Override
  public FiniteDuration downRemovalMargin() {
    return Duration.Zero();
  }

  @Override
  public Option<Props> downingActorProps() {
    // without any, Akka's log would advise to configure one
    return Option.apply(
        Cluster.get(system).getSelfRoles().contains(NodeSettings.COORDINATOR)
            ? HubDowning.props()
            : Props.empty());
  }
}
