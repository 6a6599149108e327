package io.tokenstorm.protocol.node;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Map;

/**
 * Where a node of the cluster listens and which role it has.
 *
 * @param role {@link #COORDINATOR} or {@link #WORKER}
 * @param host address bound and announced
 * @param port of the remoting, 0 for any free one
 * @param seedNodes {@code host:port} of nodes to join; empty: the node founds the cluster
 */
public record NodeSettings(String role, String host, int port, List<String> seedNodes) {
  /** Name of every actor system of the cluster. */
  public static final String SYSTEM = "tokenstorm";

  public static final String COORDINATOR = "coordinator";
  public static final String WORKER = "worker";

  /** Name of the coordinator's actor below {@code /user}. */
  public static final String COORDINATOR_ACTOR = "coordinator";

  /** The port of the coordinator's remoting unless told otherwise. */
  public static final int DEFAULT_REMOTING_PORT = 7355;

  /** The port of the coordinator's HTTP API unless told otherwise. */
  public static final int DEFAULT_HTTP_PORT = 7380;

  /** The actor system's configuration: this node's settings over {@code tokenstorm-node.conf}. */
  public Config toConfig() {
    return ConfigFactory.parseMap(
            Map.of(
                "akka.remote.artery.canonical.hostname", host,
                "akka.remote.artery.canonical.port", port,
                "akka.cluster.roles", List.of(role)))
        .withFallback(ConfigFactory.defaultOverrides())
        .withFallback(ConfigFactory.parseResourcesAnySyntax("tokenstorm-node.conf"))
        .withFallback(ConfigFactory.defaultReference())
        .resolve();
  }

  /** The path of the coordinator's actor at {@code host:port}. */
  public static String coordinatorPath(String hostPort) {
    return "akka://" + SYSTEM + "@" + hostPort + "/user/" + COORDINATOR_ACTOR;
  }
}
