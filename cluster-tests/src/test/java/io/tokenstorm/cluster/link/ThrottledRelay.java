package io.tokenstorm.cluster.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes TCP connections on to another port of this machine, all of them together at a limited rate
 * towards that port, and freely back. Connections share the rate fairly, and the relay holds next
 * to nothing: who sends too much is held up by TCP.
 */
final class ThrottledRelay implements AutoCloseable {
  private static final int PIECE = 512;
  private static final int SOCKET_BUFFER = 16 << 10;

  private final ServerSocket server = new ServerSocket();
  private final int targetPort;
  private final long nanosPerByte;
  private final AtomicLong passed = new AtomicLong();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private long freeAtNanos = System.nanoTime();

  private ThrottledRelay(int targetPort, int bytesPerSecond) throws IOException {
    this.targetPort = targetPort;
    this.nanosPerByte = 1_000_000_000L / bytesPerSecond;
    server.setReceiveBufferSize(SOCKET_BUFFER);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  static ThrottledRelay to(int targetPort, int bytesPerSecond) throws IOException {
    ThrottledRelay relay = new ThrottledRelay(targetPort, bytesPerSecond);
    relay.start("accept", relay::accept);
    return relay;
  }

  int port() {
    return server.getLocalPort();
  }

  /** Bytes passed on towards the port. */
  long passedBytes() {
    return passed.get();
  }

  private void accept() throws IOException {
    while (true) {
      Socket from = server.accept();
      sockets.add(from);
      Socket to = new Socket(InetAddress.getLoopbackAddress(), targetPort);
      sockets.add(to);
      to.setTcpNoDelay(true);
      start("forth", () -> pass(from, to, true));
      start("back", () -> pass(to, from, false));
    }
  }

  private void pass(Socket from, Socket to, boolean limited) throws IOException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] piece = new byte[PIECE];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        if (limited) {
          awaitTurn(n);
          passed.addAndGet(n);
        }
        out.write(piece, 0, n);
      }
    }
  }

  private void awaitTurn(int bytes) {
    long turn;
    synchronized (this) {
      turn = Math.max(freeAtNanos, System.nanoTime());
      freeAtNanos = turn + bytes * nanosPerByte;
    }
    for (long left = turn - System.nanoTime(); left > 0; left = turn - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private interface Part {
    void run() throws IOException;
  }

  private void start(String name, Part part) {
    Thread thread =
        new Thread(
            () -> {
              try {
                part.run();
              } catch (IOException e) {
                // an end of the connection was closed, and so is the other
              }
            },
            "relay-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
