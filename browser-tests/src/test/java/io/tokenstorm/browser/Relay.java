package io.tokenstorm.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A way to a port on this machine that can be cut, as a network is, and mended. */
final class Relay implements AutoCloseable {
  private final int target;
  private final ServerSocket server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  Relay(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Ends what is open; whoever comes is turned away until {@link #mend}. */
  void cut() {
    cut = true;
    open.forEach(Relay::end);
    open.clear();
  }

  void mend() {
    cut = false;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket near = server.accept();
        if (cut) {
          end(near);
        } else {
          join(near);
        }
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void join(Socket near) throws IOException {
    Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
    open.add(near);
    open.add(far);
    threads.execute(() -> copy(near, far));
    threads.execute(() -> copy(far, near));
  }

  private void copy(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // one of the two has gone, or the relay was cut: the other goes as well
      end(from);
    } finally {
      end(to);
      open.remove(from);
    }
  }

  private static void end(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (SocketException e) {
      // its other direction has closed it already: then there is nothing to reset
    }
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
    threads.shutdownNow();
  }
}
