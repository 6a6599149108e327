package io.tokenstorm.cli.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tokenstorm.coordinator.api.guard.ApiToken;
import io.tokenstorm.protocol.telemetry.MetricsFormat;
import io.tokenstorm.protocol.tls.CertificateFolder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A worker's {@code GET /metrics}, on one thread of its own: whoever asks waits in line, and no
 * event loop answers. The certificate is read once, at the start.
 */
public final class MetricsEndpoint implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final String SCHEME = "bearer ";
  private static final int BACKLOG = 16;

  private final HttpServer server;
  private final ExecutorService thread;
  private final Supplier<MetricSnapshots> metrics;
  private final @Nullable ApiToken token;

  private MetricsEndpoint(Place place, Supplier<MetricSnapshots> metrics) throws IOException {
    this.metrics = metrics;
    this.token = place.token();
    InetSocketAddress address = new InetSocketAddress(place.host(), place.port());
    if (place.certificates() == null) {
      this.server = HttpServer.create(address, BACKLOG);
    } else {
      HttpsServer secure = HttpsServer.create(address, BACKLOG);
      secure.setHttpsConfigurator(
          new HttpsConfigurator(new CertificateFolder(place.certificates()).identity().context()));
      this.server = secure;
    }
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread own = new Thread(task, "metrics");
              own.setDaemon(true);
              return own;
            });
  }

  /**
   * Where it listens.
   *
   * @param host address bound
   * @param port 0 for any free one
   * @param certificates folder of the node's certificates: HTTPS; null: plain HTTP
   * @param token that a reader must show; null: none is asked for
   */
  public record Place(
      String host, int port, @Nullable Path certificates, @Nullable ApiToken token) {}

  /**
   * Begins to listen.
   *
   * @throws IOException if the port cannot be had
   */
  public static MetricsEndpoint start(Place place, Supplier<MetricSnapshots> metrics)
      throws IOException {
    MetricsEndpoint endpoint = new MetricsEndpoint(place, metrics);
    endpoint.server.createContext("/", endpoint::answer);
    endpoint.server.setExecutor(endpoint.thread);
    endpoint.server.start();
    return endpoint;
  }

  /** The port that it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        reply(exchange, 404, "text/plain", "only " + PATH + " is here\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        reply(exchange, 405, "text/plain", "only GET\n");
      } else if (!mayPass(exchange)) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        reply(exchange, 401, "text/plain", "a token is needed\n");
      } else {
        String accept = exchange.getRequestHeaders().getFirst("Accept");
        MetricsFormat format = MetricsFormat.of(metrics.get(), accept == null ? "" : accept);
        reply(exchange, 200, format.contentType(), format.body());
      }
    }
  }

  private boolean mayPass(HttpExchange exchange) {
    if (token == null) {
      return true;
    }
    String shown = exchange.getRequestHeaders().getFirst("Authorization");
    return shown != null
        && shown.toLowerCase(Locale.ROOT).startsWith(SCHEME)
        && token.is(shown.substring(SCHEME.length()).strip());
  }

  private static void reply(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    reply(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void reply(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
