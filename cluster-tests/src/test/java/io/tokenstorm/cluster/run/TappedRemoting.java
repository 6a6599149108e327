package io.tokenstorm.cluster.run;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;

/**
 * A node's remoting behind a {@link Wiretap}: the node announces the tap's port and binds another,
 * so that all that others send it goes through the tap.
 */
final class TappedRemoting implements AutoCloseable {
  /** What a node binds, if not what it announces; read when an actor system is made. */
  private static final String BIND_PORT = "akka.remote.artery.bind.port";

  private final int bound;
  private final Wiretap tap;

  private TappedRemoting(int bound, Wiretap tap) {
    this.bound = bound;
    this.tap = tap;
  }

  static TappedRemoting make() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    return new TappedRemoting(free, Wiretap.before(free));
  }

  /** The port to announce. */
  int port() {
    return tap.port();
  }

  /** Starts the one node that is behind this tap. */
  <T> T start(Callable<T> node) throws Exception {
    System.setProperty(BIND_PORT, String.valueOf(bound));
    ConfigFactory.invalidateCaches();
    try {
      return node.call();
    } finally {
      System.clearProperty(BIND_PORT);
      ConfigFactory.invalidateCaches();
    }
  }

  /** All that others sent to the node, in small letters. */
  String heard() {
    return tap.heard();
  }

  @Override
  public void close() throws IOException {
    tap.close();
  }
}
