package io.tokenstorm.coordinator.api;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.http.javadsl.ConnectionContext;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.ServerBuilder;
import akka.http.javadsl.settings.ServerSettings;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tokenstorm.coordinator.metrics.ClusterMetrics;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.protocol.tls.CertificateFolder;
import io.tokenstorm.protocol.tls.TlsEngines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The coordinator's HTTP API on one port. HTTP/1.1, with TLS if there are certificates; bodies,
 * connections, watchers and waits are bounded.
 */
public final class ApiServer {
  private static final Config BOUNDS =
      ConfigFactory.parseString(
          """
          akka.http.server {
            enable-http2 = off
            server-header = "tokenstorm"
            request-timeout = 30 s
            idle-timeout = 60 s
            bind-timeout = 5 s
            linger-timeout = 10 s
            max-connections = 1024
            remote-address-attribute = on
            socket-options.so-send-buffer-size = 256 KiB
            parsing.max-content-length = 8 MiB
          }
          """);

  private final ServerBinding binding;

  private final Supplier<MetricSnapshots> metrics;

  private ApiServer(ServerBinding binding, Supplier<MetricSnapshots> metrics) {
    this.binding = binding;
    this.metrics = metrics;
  }

  /**
   * Begins to listen, and to make frames of the service's runs.
   *
   * @return the server once it listens. Fails with {@link ApiBindException} if it cannot
   */
  public static CompletionStage<ApiServer> start(
      ActorSystem<?> system, RunService service, ApiSettings settings) {
    LiveChannels channels = new LiveChannels();
    Supplier<MetricSnapshots> metrics =
        () -> ClusterMetrics.of(service.liveSnapshot(), service.loadTotals());
    ApiRoutes routes =
        new ApiRoutes(
            service, channels, settings, new MetricsPage(metrics), health(system.address()));
    ServerBuilder server = Http.get(system).newServerAt(settings.host(), settings.port());
    Path certificates = settings.protection().certificates();
    if (certificates != null) {
      TlsEngines engines = new TlsEngines(new CertificateFolder(certificates));
      server = server.enableHttps(ConnectionContext.httpsServer(() -> engines.server(false)));
    }
    return server
        .withSettings(ServerSettings.create(BOUNDS.withFallback(system.settings().config())))
        .bind(routes.all())
        .thenApply(
            binding -> {
              ActorRef<LiveFeed.Command> unused =
                  system.systemActorOf(
                      LiveFeed.create(service, channels, settings.frameInterval()),
                      "live-feed",
                      Props.empty());
              return new ApiServer(binding, metrics);
            })
        .exceptionally(
            failure -> {
              throw new CompletionException(ApiBindException.of(settings, failure));
            });
  }

  /** That it is well, and where workers join, for those who tried it here. */
  private static Map<String, String> health(Address cluster) {
    Map<String, String> health = new TreeMap<>(Map.of("status", "ok"));
    if (cluster.hasGlobalScope()) {
      health.put("workers_join", cluster.hostPort().substring(cluster.hostPort().indexOf('@') + 1));
    }
    return health;
  }

  /** The port that it listens on. */
  public int port() {
    return binding.localAddress().getPort();
  }

  /** What {@code GET /metrics} shows, for whoever sends it elsewhere. */
  public Supplier<MetricSnapshots> metrics() {
    return metrics;
  }

  /**
   * Stops listening, lets requests be answered for a while and then cuts what is still open,
   * watchers included.
   */
  public CompletionStage<?> stop(Duration patience) {
    return binding.terminate(patience);
  }
}
