package io.tokenstorm.worker.cases;

import io.tokenstorm.worker.cases.QuirkCase.Step;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLSocket;

/**
 * Plays scripted answers byte for byte over real sockets, a thread a connection, and keeps the
 * truth: when each request had arrived and when each step was written.
 */
public final class CaseServer implements AutoCloseable {
  /** What the server does with a request. */
  @FunctionalInterface
  public interface Script {
    List<Step> stepsFor(Truth request);
  }

  /** The truth about one request; stamps are of {@link System#nanoTime}. */
  public static final class Truth {
    public final String path;
    public final boolean reused;
    public final int connection;
    public final long arrivalNanos;
    public final Map<String, String> headers;
    public final String body;

    /** For each step the stamp right before its last write; 0 if it was not reached. */
    public final long[] writtenNanos = new long[512];

    public volatile boolean clientGone;

    Truth(
        String path,
        boolean reused,
        int connection,
        long arrivalNanos,
        Map<String, String> headers,
        String body) {
      this.path = path;
      this.reused = reused;
      this.connection = connection;
      this.arrivalNanos = arrivalNanos;
      this.headers = headers;
      this.body = body;
    }
  }

  private final ServerSocket server;
  private final Script script;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Truth> truths = new CopyOnWriteArrayList<>();
  private final List<String> askedNames = new CopyOnWriteArrayList<>();
  private int connections;

  public CaseServer(ServerSocket server, Script script) {
    this.server = server;
    this.script = script;
    Thread acceptor = new Thread(this::accept, "case-server");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /** A plain server on a free port of the loopback interface. */
  public static CaseServer start(Script script) {
    try {
      return new CaseServer(new ServerSocket(0, 256, InetAddress.getLoopbackAddress()), script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** The requests that arrived so far. */
  public List<Truth> truths() {
    return truths;
  }

  /** The names that TLS clients asked for (SNI), a connection each; empty text: none. */
  public List<String> askedNames() {
    return askedNames;
  }

  public int connections() {
    return connections;
  }

  /** Those that neither side has closed. */
  public int openConnections() {
    return open.size();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        open.add(socket);
        int id = ++connections;
        Thread player = new Thread(() -> serve(socket, id), "case-connection-" + id);
        player.setDaemon(true);
        player.start();
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket socket, int id) {
    try (socket) {
      if (socket instanceof SSLSocket secure) {
        askedNames.add(askedName(secure));
      }
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean more = true;
      for (int n = 0; more; n++) {
        Truth request = read(in, id, n > 0);
        if (request == null) {
          return;
        }
        truths.add(request);
        more = play(script.stepsFor(request), socket, request);
      }
    } catch (IOException e) {
      // the client left: its own affair, and visible in the truth
    } finally {
      open.remove(socket);
    }
  }

  private static String askedName(SSLSocket socket) throws IOException {
    socket.startHandshake();
    return ((ExtendedSSLSession) socket.getSession())
        .getRequestedServerNames().stream()
            .map(name -> new String(name.getEncoded(), StandardCharsets.US_ASCII))
            .findFirst()
            .orElse("");
  }

  private static boolean play(List<Step> steps, Socket socket, Truth truth) throws IOException {
    OutputStream out = socket.getOutputStream();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      pause(step.sleepMillis());
      try {
        write(step, out, truth, i);
      } catch (IOException e) {
        truth.clientGone = true;
        throw e;
      }
      if (step.end() != QuirkCase.End.NONE) {
        truth.writtenNanos[i] = System.nanoTime();
        if (step.end() == QuirkCase.End.RESET) {
          socket.setSoLinger(true, 0);
        }
        return false;
      }
    }
    return true;
  }

  private static void write(Step step, OutputStream out, Truth truth, int index)
      throws IOException {
    byte[] bytes = step.send();
    int each = step.each() > 0 ? step.each() : Math.max(1, bytes.length);
    for (int at = 0; at < bytes.length; at += each) {
      if (at > 0) {
        pause(step.gapMillis());
      }
      truth.writtenNanos[index] = System.nanoTime();
      out.write(bytes, at, Math.min(each, bytes.length - at));
    }
  }

  private static void pause(int millis) {
    long until = System.nanoTime() + millis * 1_000_000L;
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static Truth read(InputStream in, int connection, boolean reused) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        return null;
      }
      head.write(b);
    }
    List<String> lines =
        new ArrayList<>(head.toString(StandardCharsets.ISO_8859_1).lines().toList());
    String path = lines.remove(0).split(" ")[1];
    Map<String, String> headers = new HashMap<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
      }
    }
    byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    return new Truth(
        path,
        reused,
        connection,
        System.nanoTime(),
        headers,
        new String(body, StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
