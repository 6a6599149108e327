package io.tokenstorm.cluster.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hands bytes on between its own port and another on loopback, and keeps what clients said. */
final class Wiretap implements AutoCloseable {
  private final ServerSocket server;
  private final int behind;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private Wiretap(ServerSocket server, int behind) {
    this.server = server;
    this.behind = behind;
  }

  static Wiretap before(int port) throws IOException {
    Wiretap tap = new Wiretap(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
    thread("wiretap", tap::accept);
    return tap;
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  int port() {
    return server.getLocalPort();
  }

  /** All that clients sent, in small letters. */
  String heard() {
    synchronized (said) {
      return said.toString(StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        connect(server.accept());
      }
    } catch (IOException closed) {
      // by close()
    }
  }

  /** A client whose target has gone is turned away: left open, it would wait for an answer. */
  private void connect(Socket client) throws IOException {
    Socket target;
    try {
      target = new Socket(InetAddress.getLoopbackAddress(), behind);
    } catch (IOException gone) {
      client.close();
      return;
    }
    sockets.addAll(List.of(client, target));
    thread("wiretap-in", () -> pass(client, target, true));
    thread("wiretap-out", () -> pass(target, client, false));
  }

  private void pass(Socket from, Socket to, boolean keep) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (keep) {
          synchronized (said) {
            said.write(buffer, 0, read);
          }
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException closed) {
      // either side has gone: so does the other
    }
  }

  private static void thread(String name, Runnable task) {
    Thread thread = new Thread(task, name);
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
