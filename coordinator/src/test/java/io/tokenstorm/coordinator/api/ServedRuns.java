package io.tokenstorm.coordinator.api;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorSystem;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Runs served by a real {@link ApiServer} on a free loopback port, and a client for it. */
final class ServedRuns implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final ActorTestKit kit;
  private final ApiServer server;

  ServedRuns(FakeRuns runs, ApiSettings settings) {
    kit =
        ActorTestKit.create(
            "api",
            ConfigFactory.parseString("akka.actor.provider = local")
                .withFallback(ConfigFactory.load()));
    server = ApiServer.start(kit.system(), runs, settings).toCompletableFuture().join();
  }

  /** The server's actor system, for a second server beside it. */
  ActorSystem<?> system() {
    return kit.system();
  }

  int port() {
    return server.port();
  }

  HttpClient client() {
    return client;
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  HttpRequest.Builder at(String path) {
    return HttpRequest.newBuilder(uri(path));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    server.stop(Duration.ofMillis(100)).toCompletableFuture().join();
    kit.shutdownTestKit();
  }
}
