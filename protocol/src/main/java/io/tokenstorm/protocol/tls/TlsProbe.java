package io.tokenstorm.protocol.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Finds out whether a port that does not answer a plain node wants TLS: it ends a plain greeting of
 * Akka's at once, where a plain port waits for more.
 */
public final class TlsProbe {
  private static final int TIMEOUT_MILLIS = 1000;

  /** Twice: one connection may end because the process there does. */
  private static final int TRIES = 2;

  /** How Akka's remoting begins a connection, on its control stream. */
  private static final byte[] GREETING = "AKKA\u0001".getBytes(StandardCharsets.US_ASCII);

  private TlsProbe() {}

  /**
   * Whether something listens at this address and turns a plain greeting away. Waits for two
   * seconds at most.
   */
  public static boolean refusesPlain(String host, int port) {
    for (int i = 0; i < TRIES; i++) {
      if (!endsPlain(host, port)) {
        return false;
      }
    }
    return true;
  }

  private static boolean endsPlain(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(GREETING);
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return false; // nobody there, or one that waits for more
    }
  }
}
