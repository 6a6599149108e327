package io.tokenstorm.cli.certs;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
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

  /**
   * Makes all of them and says so.
   *
   * @throws CommandFailure if the authority has ended
   */
  void issue(CertificateAuthority authority, PrintWriter out) {
    Instant now = now();
    long left = Duration.between(now, authority.end()).toDays();
    if (!authority.end().isAfter(now)) {
      throw new CommandFailure(
          ExitCode.USAGE,
          folder
              + ": the authority ended on "
              + authority.end()
              + ", and no certificate outlives it: make another one with 'tokenstorm certs init DIR',"
              + " and start all nodes anew with its certificates.");
    }
    String validity =
        days <= left
            ? "valid for " + days + " days."
            : "valid until " + authority.end() + ", when the authority ends (--ca-days).";
    for (NodeName node : nodes) {
      Path made = folder().issue(authority, node, now, Duration.ofDays(days));
      out.println(made + ": for the node " + node.name() + ", " + validity);
    }
    out.flush();
  }
}
