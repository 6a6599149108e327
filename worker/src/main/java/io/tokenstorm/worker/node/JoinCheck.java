package io.tokenstorm.worker.node;

import io.tokenstorm.protocol.tls.CertificateFolder;
import io.tokenstorm.protocol.tls.PortProbe;
import io.tokenstorm.worker.actor.WorkerEnd;
import java.util.Optional;

/**
 * Why a worker that was never answered will never be: what listens where it wants to join is a
 * coordinator that wants TLS, or a web server, such as a coordinator's API.
 */
final class JoinCheck {
  private final String join;
  private final PortProbe probe;

  JoinCheck(WorkerOptions options) {
    this.join = options.join();
    int colon = join.lastIndexOf(':');
    String host = join.substring(0, colon).replaceAll("[\\[\\]]", "");
    int port = Integer.parseInt(join.substring(colon + 1));
    this.probe =
        options
            .place()
            .security()
            .certificates()
            .map(folder -> PortProbe.tls(host, port, new CertificateFolder(folder).identity()))
            .orElseGet(() -> PortProbe.plain(host, port));
  }

  /** Looks who listens; empty if it may be a coordinator, or nobody yet. Takes seconds. */
  Optional<WorkerEnd> look() {
    return verdict(probe.look(), join);
  }

  static Optional<WorkerEnd> verdict(PortProbe.Found found, String join) {
    if (found instanceof PortProbe.Found.WantsTls) {
      return Optional.of(
          new WorkerEnd(
              WorkerEnd.Reason.UNTRUSTED,
              "the coordinator at %s turns plain connections away: it wants TLS. Start this worker with --certs DIR"
                  .formatted(join)));
    }
    if (found instanceof PortProbe.Found.Http http) {
      return Optional.of(
          new WorkerEnd(
              WorkerEnd.Reason.COORDINATOR_GONE,
              "%s speaks HTTP, and workers do not join there. %s"
                  .formatted(
                      join,
                      http.join()
                          .map("It is a coordinator's API, which says: --join %s"::formatted)
                          .orElse(
                              "If it is a coordinator's API: --join with its cluster port, 7355 as a rule; it says 'workers join HOST:PORT' when it starts"))));
    }
    return Optional.empty();
  }
}
