package io.tokenstorm.cli.local;

import io.tokenstorm.protocol.node.NodePlace;
import java.util.Optional;

/** What is said, loudly, of a node that nothing protects. */
final class Banner {
  private static final String EDGE = "*".repeat(72);

  private Banner() {}

  /** The banner; empty for a node that is protected. */
  static Optional<String> of(NodePlace place) {
    return place
        .security()
        .warning(place)
        .map(text -> EDGE + "\n*** INSECURE: " + text + "\n" + EDGE);
  }
}
