package io.tokenstorm.distribution;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * A port of loopback that nobody listens on, and nobody can as long as this is open: whoever speaks
 * to it is refused.
 */
final class FreePort implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Socket bound = new Socket();

  private FreePort() {}

  static FreePort open() throws IOException {
    FreePort port = new FreePort();
    port.bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return port;
  }

  int number() {
    return bound.getLocalPort();
  }

  /**
   * Waits until one can listen on a port: another process of the machine may have it for a
   * connection of its own, though whoever listened has gone.
   */
  static void await(int number) {
    Awaitility.await().atMost(PATIENCE).until(() -> isFree(number));
  }

  private static boolean isFree(int number) throws IOException {
    try (ServerSocket socket = new ServerSocket(number, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (BindException taken) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    bound.close();
  }
}
