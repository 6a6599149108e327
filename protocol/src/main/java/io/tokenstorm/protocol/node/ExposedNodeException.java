package io.tokenstorm.protocol.node;

/** A node was to listen, unprotected, where others can reach it. The message is for the user. */
public final class ExposedNodeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ExposedNodeException(NodePlace place) {
    super(
        "'%s' is not this machine's loopback, and without TLS whoever reaches the port can take the node over: name its certificates with --certs DIR ('tokenstorm certs init' makes them), or stay on 127.0.0.1. --insecure does without, in a network that is yours alone"
            .formatted(place.bind()));
  }
}
