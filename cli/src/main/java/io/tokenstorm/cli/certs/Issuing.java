package io.tokenstorm.cli.certs;

import io.tokenstorm.cli.option.Count;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** For which nodes certificates are made, and for how long. */
final class Issuing {
  @Parameters(paramLabel = "DIR", description = "The authority's folder; it stays on one machine.")
  private Path folder;

  @Option(
      names = "--node",
      paramLabel = "NAME[=HOST,…]",
      converter = NodeName.Converter.class,
      description =
          "A node, and the hosts by which others dial it; may be given several times. Its files go"
              + " to DIR/NAME: copy that folder to the node.")
  private List<NodeName> nodes = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      converter = Count.class,
      defaultValue = "30",
      description = "How long a node's certificate is valid. Default: ${DEFAULT-VALUE}.")
  private int days;

  AuthorityFolder folder() {
    return new AuthorityFolder(folder);
  }

  Path path() {
    return folder;
  }

  /** Whether a node was named. */
  boolean hasNodes() {
    return !nodes.isEmpty();
  }

  Instant now() {
    return Clock.systemUTC().instant();
  }

  /** Makes all of them and says so. */
  void issue(CertificateAuthority authority, PrintWriter out) {
    for (NodeName node : nodes) {
      Path made = folder().issue(authority, node, now(), Duration.ofDays(days));
      out.println(made + ": for the node " + node.name() + ", valid for " + days + " days.");
    }
    out.flush();
  }
}
