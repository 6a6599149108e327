package io.tokenstorm.worker.cases;

import io.tokenstorm.worker.cases.QuirkCase.Step;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Plays scripted answers byte for byte over real sockets, plain or TLS, a thread a connection, and
 * keeps the truth: when each request had arrived and when each step was written.
 */
public final class CaseServer implements AutoCloseable {
  /** What the server does with a request. */
  @FunctionalInterface
  public interface Script {
    List<Step> stepsFor(Truth request);
  }

  /** The truth about one request; stamps are of {@link System#nanoTime}. */
  public static final class Truth {
    public final String method;
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
        String requestLine,
        boolean reused,
        int connection,
        Map<String, String> headers,
        String body) {
      String[] words = requestLine.split(" ");
      this.method = words[0];
      this.path = words[1];
      this.reused = reused;
      this.connection = connection;
      this.arrivalNanos = System.nanoTime();
      this.headers = headers;
      this.body = body;
    }
  }

  private final CasePort port;
  private final @Nullable SSLSocketFactory tls;
  private final Script script;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Truth> truths = new CopyOnWriteArrayList<>();
  private final List<String> askedNames = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger plays = new AtomicInteger();
  private volatile BooleanSupplier outageMayEnd = () -> true;

  private CaseServer(@Nullable SSLSocketFactory tls, Script script) {
    try {
      this.port = new CasePort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.tls = tls;
    this.script = script;
    accept(port.listening());
  }

  /** A plain server on a free port of the loopback interface. */
  public static CaseServer start(Script script) {
    return new CaseServer(null, script);
  }

  /** The same over TLS. */
  public static CaseServer start(SSLContext tls, Script script) {
    return new CaseServer(tls.getSocketFactory(), script);
  }

  public int port() {
    return port.number();
  }

  /** An outage lasts until this holds, too: a client may be slow to notice it. */
  public void outageMayEnd(BooleanSupplier when) {
    outageMayEnd = when;
  }

  public String url() {
    return (tls == null ? "http" : "https") + "://127.0.0.1:" + port();
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
    return connections.get();
  }

  /** Whether some script has not come to its end yet: its close, if it has one, included. */
  public boolean playing() {
    return plays.get() > 0;
  }

  /** Those that neither side has closed. */
  public int openConnections() {
    return open.size();
  }

  private void accept(ServerSocket server) {
    Thread acceptor = new Thread(() -> acceptUntilClosed(server), "case-server");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  private void acceptUntilClosed(ServerSocket server) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        open.add(socket);
        int id = connections.incrementAndGet();
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

  private void serve(Socket raw, int id) {
    boolean playing = false;
    try (raw;
        Socket socket = secured(raw)) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean more = true;
      for (int n = 0; more; n++) {
        Truth request = read(in, id, n > 0);
        if (request == null) {
          return;
        }
        plays.incrementAndGet();
        playing = true;
        truths.add(request);
        more = play(script.stepsFor(request), raw, socket, request);
        if (more) {
          playing = false;
          plays.decrementAndGet();
        }
      }
    } catch (IOException e) {
      // the client left: its own affair, and visible in the truth
    } finally {
      open.remove(raw);
      if (playing) {
        plays.decrementAndGet();
      }
    }
  }

  private Socket secured(Socket raw) throws IOException {
    if (tls == null) {
      return raw;
    }
    SSLSocket secure = (SSLSocket) tls.createSocket(raw, null, true);
    askedNames.add(askedName(secure));
    return secure;
  }

  private static String askedName(SSLSocket socket) throws IOException {
    socket.startHandshake();
    return ((ExtendedSSLSession) socket.getSession())
        .getRequestedServerNames().stream()
            .map(name -> new String(name.getEncoded(), StandardCharsets.US_ASCII))
            .findFirst()
            .orElse("");
  }

  private boolean play(List<Step> steps, Socket raw, Socket socket, Truth truth)
      throws IOException {
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
        end(step, raw);
        return false;
      }
    }
    return true;
  }

  private void end(Step step, Socket raw) throws IOException {
    switch (step.end()) {
      case RESET -> reset(raw);
      case OUTAGE -> outage(step.outageMillis());
      case CLOSE, NONE -> {} // closed in order by whoever opened it
    }
  }

  /** Below TLS, so that no alert announces it. */
  private static void reset(Socket raw) throws IOException {
    raw.setSoLinger(true, 0);
    raw.close();
  }

  private void outage(int millis) throws IOException {
    port.refuse();
    for (Socket socket : open) {
      reset(socket);
    }
    pause(millis);
    while (!outageMayEnd.getAsBoolean()) {
      pause(1);
    }
    accept(port.acceptAgain());
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
    String requestLine = lines.remove(0);
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
        requestLine, reused, connection, headers, new String(body, StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    try {
      port.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
