package io.tokenstorm.protocol.node;

import akka.actor.BootstrapSetup;
import akka.actor.setup.ActorSystemSetup;
import akka.remote.artery.tcp.SSLEngineProviderSetup;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.tls.CertificateFolder;
import io.tokenstorm.protocol.tls.MutualTls;
import io.tokenstorm.protocol.tls.TlsRefusal;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where a node of the cluster listens and which role it has.
 *
 * @param role {@link #COORDINATOR} or {@link #WORKER}
 * @param place where its remoting listens, and how that is protected
 * @param seedNodes {@code host:port} of nodes to join; empty: the node founds the cluster
 */
public record NodeSettings(String role, NodePlace place, List<String> seedNodes) {
  /** Name of every actor system of the cluster. */
  public static final String SYSTEM = "tokenstorm";

  public static final String COORDINATOR = "coordinator";
  public static final String WORKER = "worker";

  /** Name of the coordinator's actor below {@code /user}. */
  public static final String COORDINATOR_ACTOR = "coordinator";

  /**
   * Name of the actor that takes records for it. Messages to it go over a connection of their own,
   * by {@code large-message-destinations} in {@code tokenstorm-node.conf}: a slow link that is full
   * of records does not hold up directives and statuses.
   */
  public static final String RECORDS_ACTOR = "coordinator-records";

  /** The port of the coordinator's remoting unless told otherwise. */
  public static final int DEFAULT_REMOTING_PORT = 7355;

  /** The port of the coordinator's HTTP API unless told otherwise. */
  public static final int DEFAULT_HTTP_PORT = 7380;

  /** More members than there will be: the coordinator watches each of them itself. */
  private static final int MOST_MEMBERS = 100_000;

  /** Longer than a worker lives: what Akka would do again and again, and is not to be done. */
  private static final String NEVER = "100 days";

  /** Plain, on loopback. */
  public NodeSettings(String role, String host, int port, List<String> seedNodes) {
    this(role, NodePlace.plain(host, port), seedNodes);
  }

  /**
   * All that the actor system is made from.
   *
   * @param above settings over those of {@link #toConfig}
   * @param onRefusal told of each connection that TLS refused, from any thread
   * @throws ExposedNodeException if it would listen unprotected where others can reach it
   * @throws CertificateFolderException if its certificates cannot be used
   */
  public ActorSystemSetup toSetup(Config above, Consumer<TlsRefusal> onRefusal, Ticker ticker) {
    ActorSystemSetup setup =
        ActorSystemSetup.create(BootstrapSetup.create(above.withFallback(toConfig())));
    return place
        .security()
        .certificates()
        .map(folder -> new MutualTls(new CertificateFolder(folder), onRefusal, ticker))
        .map(tls -> setup.withSetup(SSLEngineProviderSetup.create(system -> tls)))
        .orElse(setup);
  }

  /**
   * The actor system's configuration: this node's settings over {@code tokenstorm-node.conf}.
   *
   * @throws ExposedNodeException if it would listen unprotected where others can reach it
   */
  public Config toConfig() {
    place.requireProtection();
    return ConfigFactory.parseMap(star())
        .withFallback(
            ConfigFactory.parseMap(
                Map.of(
                    "akka.remote.artery.transport",
                        place.security().certificates().isPresent() ? "tls-tcp" : "tcp",
                    "akka.remote.artery.canonical.hostname", place.host(),
                    "akka.remote.artery.canonical.port", place.port(),
                    "akka.remote.artery.bind.hostname", place.bind(),
                    "akka.cluster.roles", List.of(role))))
        .withFallback(ConfigFactory.defaultOverrides())
        .withFallback(ConfigFactory.parseResourcesAnySyntax("tokenstorm-node.conf"))
        .withFallback(ConfigFactory.defaultReference())
        .resolve();
  }

  /**
   * The cluster is a star. The coordinator watches every member and carries the gossip: it asks
   * each member in turn, who answers. Workers suspect nobody, and of themselves they send no
   * heartbeat and start no gossip, so no worker dials another: twenty of them on one machine would
   * open 380 connections, and each would work through what all others say while it starts.
   */
  private Map<String, Object> star() {
    return role.equals(COORDINATOR)
        ? Map.of("akka.cluster.monitored-by-nr-of-members", MOST_MEMBERS)
        : Map.of(
            "akka.cluster.monitored-by-nr-of-members",
            1,
            "akka.cluster.failure-detector.implementation-class",
            NeverSuspects.class.getName(),
            "akka.cluster.failure-detector.heartbeat-interval",
            NEVER,
            "akka.cluster.gossip-interval",
            NEVER,
            "akka.cluster.leader-actions-interval",
            "1 s",
            "akka.cluster.unreachable-nodes-reaper-interval",
            "1 s");
  }

  /** The path of the coordinator's actor at {@code host:port}. */
  public static String coordinatorPath(String hostPort) {
    return pathOf(COORDINATOR_ACTOR, hostPort);
  }

  /** The path of the actor at {@code host:port} that records are sent to. */
  public static String recordsPath(String hostPort) {
    return pathOf(RECORDS_ACTOR, hostPort);
  }

  private static String pathOf(String actor, String hostPort) {
    return "akka://" + SYSTEM + "@" + hostPort + "/user/" + actor;
  }
}
