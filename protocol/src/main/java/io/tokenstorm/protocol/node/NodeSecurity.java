package io.tokenstorm.protocol.node;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a node's remoting is protected. Whoever reaches a plain remoting port can end the process or
 * make it do as they like, so off loopback there is mutual TLS, or a user who said that they know.
 *
 * @param certificates folder of the node's certificates; empty: plain
 * @param insecure whether plain is wanted off loopback too
 */
public record NodeSecurity(Optional<Path> certificates, boolean insecure) {
  /** Plain, on loopback only. */
  public static final NodeSecurity LOOPBACK = new NodeSecurity(Optional.empty(), false);

  /** Mutual TLS with the certificates of a folder. */
  public static NodeSecurity mutualTls(Path folder) {
    return new NodeSecurity(Optional.of(folder), false);
  }

  /** Whether nothing protects a node that is bound there: plain off loopback. */
  public boolean isExposed(NodePlace place) {
    return certificates.isEmpty() && !place.isOnLoopback();
  }

  /** What to say of a node that nothing protects; empty for any other. */
  public Optional<String> warning(NodePlace place) {
    return isExposed(place)
        ? Optional.of(
            "%s listens without TLS off loopback (--insecure): on this network anyone can read and forge what the cluster says, and take its processes over."
                .formatted(place.bind()))
        : Optional.empty();
  }
}
