package io.tokenstorm.protocol.tls;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Puts a failed handshake into words. A TLS alert names no details on purpose, so the side that is
 * refused is told what it showed and where to look.
 */
final class TlsReasons {
  private TlsReasons() {}

  /**
   * The refusal that a failure stands for.
   *
   * @param peer {@code host:port} that was dialled; null: the other side dialled
   * @param own what this node showed
   */
  static TlsRefusal of(Throwable failure, @Nullable String peer, String own) {
    boolean outgoing = peer != null;
    String who = outgoing ? "the node at " + peer : "a node that connects";
    String refused = RefusedCertificateException.reasonIn(failure);
    if (refused != null) {
      return new TlsRefusal(outgoing, true, who + " is refused: " + refused);
    }
    String message = String.valueOf(failure.getMessage());
    String lower = message.toLowerCase(Locale.ROOT);
    if (lower.contains("empty client certificate chain")
        || lower.contains("empty server certificate chain")) {
      return new TlsRefusal(
          outgoing,
          true,
          who
              + " is refused: it shows no certificate of this cluster's authority; start it with"
              + " --certs DIR");
    }
    if (lower.contains("unsupported or unrecognized ssl message")
        || lower.contains("plaintext connection")) {
      return new TlsRefusal(
          outgoing,
          true,
          who
              + " is refused: it speaks no TLS; start it with --certs DIR, or is this the port"
              + " of something else?");
    }
    if (lower.contains("received fatal alert")) {
      return alerted(lower, outgoing, who, own);
    }
    return new TlsRefusal(outgoing, false, "TLS with " + who + " failed: " + Names.safe(message));
  }

  private static TlsRefusal alerted(String alert, boolean outgoing, String who, String own) {
    boolean certificate =
        alert.contains("certificate") || alert.contains("unknown_ca") || alert.contains("access");
    String name = alert.substring(alert.lastIndexOf(':') + 1).trim();
    return new TlsRefusal(
        outgoing,
        certificate,
        who
            + (certificate
                ? " refuses this node's certificate (" + own + "): its log says why ("
                : " ended TLS (")
            + Names.safe(name)
            + ")");
  }
}
