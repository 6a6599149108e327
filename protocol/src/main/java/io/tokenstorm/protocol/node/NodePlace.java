package io.tokenstorm.protocol.node;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where a node's remoting listens.
 *
 * @param host announced to the others: they dial it
 * @param port announced; 0 for any free one
 * @param bind address bound; differs from {@code host} behind a service's name, in a container
 * @param security how it is protected
 */
public record NodePlace(String host, int port, String bind, NodeSecurity security) {

  /** Bound where it is announced, plain: on loopback only. */
  public static NodePlace plain(String host, int port) {
    return new NodePlace(host, port, host, NodeSecurity.LOOPBACK);
  }

  /** The same at another address. */
  public NodePlace at(String newHost, int newPort) {
    return new NodePlace(newHost, newPort, newHost, security);
  }

  /** The same, protected otherwise. */
  public NodePlace with(NodeSecurity newSecurity) {
    return new NodePlace(host, port, bind, newSecurity);
  }

  /** Whether only this machine can reach what is bound. */
  public boolean isOnLoopback() {
    try {
      return InetAddress.getByName(bind).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false; // it cannot be bound either
    }
  }

  /**
   * Refuses a plain port that others can reach.
   *
   * @throws ExposedNodeException unless it is protected, or wanted so
   */
  public void requireProtection() {
    if (security.isExposed(this) && !security.insecure()) {
      throw new ExposedNodeException(this);
    }
  }
}
