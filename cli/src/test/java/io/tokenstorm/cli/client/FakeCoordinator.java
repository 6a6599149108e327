package io.tokenstorm.cli.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tokenstorm.cli.option.HostPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers each request by the next step of its script, and notes what was asked. */
final class FakeCoordinator implements AutoCloseable {
  /**
   * One answer.
   *
   * @param hang whether the connection stays open, silent, after the body
   */
  record Step(int status, String body, boolean hang) {}

  /** What was asked. */
  record Asked(String method, String uri, String lastEventId, String body) {}

  private final Queue<Step> script = new ConcurrentLinkedQueue<>();
  private final List<Asked> asked = new ArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  FakeCoordinator() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  FakeCoordinator then(int status, String body) {
    script.add(new Step(status, body, false));
    return this;
  }

  FakeCoordinator thenHang(String body) {
    script.add(new Step(200, body, true));
    return this;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String lastEventId = exchange.getRequestHeaders().getFirst("Last-Event-ID");
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    synchronized (asked) {
      asked.add(
          new Asked(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              String.valueOf(lastEventId),
              body));
    }
    Step step = script.remove();
    if (step.status() == 204) {
      exchange.sendResponseHeaders(204, -1);
      return;
    }
    exchange.sendResponseHeaders(step.status(), 0);
    exchange.getResponseBody().write(step.body().getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
    if (step.hang()) {
      awaitClosing();
    }
    exchange.close();
  }

  private void awaitClosing() {
    try {
      closing.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  List<Asked> asked() {
    synchronized (asked) {
      return List.copyOf(asked);
    }
  }

  HostPort address() {
    return new HostPort("127.0.0.1", server.getAddress().getPort());
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  /** A run's events with these numbers; the last one ends the run if asked. */
  static String events(int from, int to, boolean end) {
    StringBuilder text = new StringBuilder("retry: 1000\n\n");
    for (int i = from; i <= to; i++) {
      boolean last = end && i == to;
      text.append("id: ").append(i).append('\n');
      text.append("event: ").append(last ? "end" : "frame").append('\n');
      text.append("data: ").append(frame(i, last)).append("\n\n");
    }
    return text.toString();
  }

  private static String frame(int sequence, boolean last) {
    try (var in = FakeCoordinator.class.getResourceAsStream("frame.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("\n", "")
          .replace("\"sequence\": 0", "\"sequence\": " + sequence)
          .replace("\"state\": \"running\"", "\"state\": \"" + (last ? "ended" : "running") + "\"");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
