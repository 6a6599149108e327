package io.tokenstorm.replica.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tokenstorm.replica.http.HttpProblem;
import io.tokenstorm.replica.http.HttpRequest;
import io.tokenstorm.replica.http.RequestBytes;
import io.tokenstorm.replica.net.Clockwork;
import io.tokenstorm.replica.net.EventLoop;
import io.tokenstorm.replica.net.ServerConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The gateway on its event loop: every request that is not {@code /admin/…} goes to one of the
 * ready replicas, by the strategy its {@code routing-strategy} header names.
 */
public final class GatewayServer implements ServerConnection.Requests, AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final GatewaySettings settings;
  private final Router router;
  private final Map<String, Upstream> upstreams = new LinkedHashMap<>();
  private final EventLoop loop;
  private final int port;

  /**
   * Starts on loopback.
   *
   * @param wantedPort 0 for any
   * @param replicas addresses by name, in their order
   * @param seed of the random route
   * @throws IOException if the port cannot be had
   */
  public GatewayServer(
      GatewaySettings settings, int wantedPort, Map<String, InetSocketAddress> replicas, long seed)
      throws IOException {
    this.settings = settings;
    this.router = new Router(settings, seed);
    replicas.forEach((name, address) -> upstreams.put(name, new Upstream(name, address)));
    this.loop = new EventLoop("gateway");
    this.port = loop.listen(wantedPort, () -> new ServerConnection(this)).socket().getLocalPort();
    loop.start(Clockwork.NONE);
  }

  /** The port it serves. */
  public int port() {
    return port;
  }

  /** Takes a replica out and cuts what it has in flight, soon; false if there is none such. */
  public boolean evict(String replica) {
    Upstream upstream = upstreams.get(replica);
    if (upstream != null) {
      loop.execute(() -> evict(upstream));
    }
    return upstream != null;
  }

  /** Takes a replica in again, soon; false if there is none such. */
  public boolean comeBack(String replica) {
    Upstream upstream = upstreams.get(replica);
    if (upstream != null) {
      loop.execute(upstream::comeBack);
    }
    return upstream != null;
  }

  private void evict(Upstream upstream) {
    upstream.evict();
    router.forget(upstream.name());
  }

  @Override
  public void handle(HttpRequest request, ServerConnection client) {
    if (request.path().startsWith("/admin/")) {
      client.reply(admin(request));
      return;
    }
    Optional<RoutingStrategy> strategy = strategy(request);
    if (strategy.isEmpty()) {
      client.reply(GatewayAnswers.error(400, "unknown routing-strategy", ""));
      return;
    }
    Optional<Upstream> upstream = route(request, strategy.get());
    if (upstream.isEmpty()) {
      client.reply(GatewayAnswers.error(503, "no replica is ready", ""));
      return;
    }
    forward(request, client, upstream.get());
  }

  private void forward(HttpRequest request, ServerConnection client, Upstream upstream) {
    Exchange exchange = new Exchange(client, upstream.name(), RequestBytes.of(request));
    client.answering(exchange);
    try {
      upstream.send(loop, exchange);
    } catch (IOException failed) {
      exchange.upstreamGone();
    }
  }

  private Optional<RoutingStrategy> strategy(HttpRequest request) {
    return request
        .headers()
        .first("routing-strategy")
        .map(RoutingStrategy::parse)
        .orElse(Optional.of(settings.defaultStrategy()));
  }

  private Optional<Upstream> route(HttpRequest request, RoutingStrategy strategy) {
    long now = System.nanoTime();
    List<Router.Candidate> ready =
        upstreams.values().stream().filter(u -> u.ready(now)).map(Upstream::candidate).toList();
    long[] prefix =
        strategy == RoutingStrategy.PREFIX_CACHE
            ? PromptPrefix.of(request.body(), settings.prefixBlockChars())
            : new long[0];
    return router.choose(strategy, ready, prefix).map(upstreams::get);
  }

  private byte[] admin(HttpRequest request) {
    Upstream named = upstreams.get(request.query().getOrDefault("replica", ""));
    String call = request.method() + " " + request.path();
    boolean known = named != null || call.equals("GET /admin/replicas");
    if (named != null) {
      switch (call) {
        case "POST /admin/evict" -> evict(named);
        case "POST /admin/return" -> named.comeBack();
        default -> known = call.equals("GET /admin/replicas");
      }
    }
    return known
        ? GatewayAnswers.json(replicas())
        : GatewayAnswers.error(
            404, "no such admin call or replica; replicas are " + upstreams.keySet(), "");
  }

  private String replicas() {
    ArrayNode list = JSON.createArrayNode();
    long now = System.nanoTime();
    for (Upstream upstream : upstreams.values()) {
      list.addObject()
          .put("name", upstream.name())
          .put("port", upstream.address().getPort())
          .put("ready", upstream.ready(now))
          .put("inFlight", upstream.inFlight());
    }
    return list.toString();
  }

  @Override
  public byte[] refusal(HttpProblem problem) {
    return GatewayAnswers.error(problem.status(), String.valueOf(problem.getMessage()), "");
  }

  @Override
  public void closed(ServerConnection connection) {
    // its exchange, if there was one, has been told
  }

  @Override
  public void close() {
    loop.close();
  }
}
