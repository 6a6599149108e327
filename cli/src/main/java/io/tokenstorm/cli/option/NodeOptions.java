package io.tokenstorm.cli.option;

import io.tokenstorm.protocol.node.NodePlace;
import io.tokenstorm.protocol.node.NodeSecurity;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a node of the cluster listens, and how that is protected. */
public final class NodeOptions {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address or name by which the other nodes reach this one. Default: ${DEFAULT-VALUE}.")
  private String host;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "Address to listen at, if it is not that of --host, as in a container.")
  private @Nullable String bind;

  @Option(
      names = "--certs",
      paramLabel = "DIR",
      description =
          "This node's certificates, made by 'tokenstorm certs': mutual TLS. Needed off loopback.")
  private @Nullable Path certificates;

  @Option(
      names = "--insecure",
      description = "Listen off loopback without TLS; only in a network that is yours alone.")
  private boolean insecure;

  /** The place, at a port. */
  public NodePlace place(int port) {
    NodeSecurity security = new NodeSecurity(certificates(), insecure);
    return new NodePlace(host, port, bind == null ? host : bind, security);
  }

  /** The node's certificates. */
  public Optional<Path> certificates() {
    return Optional.ofNullable(certificates);
  }
}
