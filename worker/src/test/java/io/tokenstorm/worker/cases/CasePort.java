package io.tokenstorm.worker.cases;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A port of the loopback interface that stays the owner's while nobody listens there: a second
 * socket is bound to it for good, which refuses connects and keeps others from taking it.
 */
final class CasePort implements AutoCloseable {
  private static final int BACKLOG = 256;

  private final Socket reservation = new Socket();
  private ServerSocket listening;

  CasePort() throws IOException {
    reservation.setReuseAddress(true);
    reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    listening = listen();
  }

  private ServerSocket listen() throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReuseAddress(true);
    server.bind(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), reservation.getLocalPort()),
        BACKLOG);
    return server;
  }

  int number() {
    return reservation.getLocalPort();
  }

  /** Where connects are accepted now; closed during an outage and after the end. */
  synchronized ServerSocket listening() {
    return listening;
  }

  /** Connects are refused from now on. */
  synchronized void refuse() throws IOException {
    listening.close();
  }

  /** Connects are accepted again. */
  synchronized ServerSocket acceptAgain() throws IOException {
    if (!reservation.isClosed()) {
      listening = listen();
    }
    return listening;
  }

  @Override
  public synchronized void close() throws IOException {
    reservation.close();
    listening.close();
  }
}
