package io.tokenstorm.browser;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import io.tokenstorm.cli.local.LocalCluster;
import io.tokenstorm.cli.local.Replicas;
import io.tokenstorm.coordinator.api.ApiServer;
import io.tokenstorm.coordinator.api.ApiSettings;
import io.tokenstorm.coordinator.api.guard.ApiProtection;
import io.tokenstorm.coordinator.api.guard.ApiToken;
import io.tokenstorm.coordinator.api.guard.PlanPermissions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Simulated replicas, a coordinator with two workers, its HTTP API, and a relay before that. */
final class Scene implements AutoCloseable {
  static final String TOKEN = "a-token-for-this-test-only";

  /** Long enough to look around and to cut the connection in. */
  private static final int LONGEST_SECONDS = 45;

  private final Replicas replicas;
  private final LocalCluster cluster;
  private final ActorSystem<Void> system;
  private final ApiServer server;
  private final ActorSystem<Void> guardedSystem;
  private final ApiServer guarded;
  private final Relay relay;

  Scene(Path results) throws Exception {
    replicas = Replicas.start(new Replicas.Settings("default", 2, 0, 0, Optional.empty()));
    cluster = LocalCluster.start(results, 2);
    system = system("pages");
    guardedSystem = system("guarded-pages");
    ApiSettings settings = ApiSettings.DEFAULT.at("127.0.0.1", 0).showing(results);
    server = ApiServer.start(system, cluster.service(), settings).toCompletableFuture().join();
    ApiProtection protection = new ApiProtection(new ApiToken(TOKEN), null, PlanPermissions.ALL);
    guarded =
        ApiServer.start(guardedSystem, cluster.service(), settings.with(protection))
            .toCompletableFuture()
            .join();
    relay = new Relay(server.port());
  }

  private static ActorSystem<Void> system(String name) {
    return ActorSystem.create(
        Behaviors.empty(),
        name,
        ConfigFactory.parseString("akka.actor.provider = local")
            .withFallback(ConfigFactory.load()));
  }

  Relay relay() {
    return relay;
  }

  String address() {
    return "http://127.0.0.1:" + relay.port();
  }

  /** The same coordinator, but it asks for {@link #TOKEN}. */
  String guardedAddress() {
    return "http://127.0.0.1:" + guarded.port();
  }

  /** A plan of three phases, the second one the longest. */
  String plan() {
    return """
        name: nightly-gateway
        model: tokenstorm-sim
        seed: 7
        routes:
          direct: {url: "%s"}
          gateway: {url: "%s", headers: {routing-strategy: least-request}, replica_header: target-pod}
        replica_metrics: {every: 500ms}
        defaults:
          output_tokens: 64
          sampling: {temperature: 0, ignore_eos: true}
          warmup: {requests_per_slot: 1}
        workloads:
          short: {input_tokens: 256}
          long: {input_tokens: 2048}
        phases:
          - {name: direct-c2, route: direct, workload: short, concurrency: 2, measure: {at_least: 4s}}
          - {name: gateway-c8, route: gateway, workload: long, concurrency: 8, measure: {at_least: %ds}}
          - {name: gateway-c4, route: gateway, workload: short, concurrency: 4, measure: {at_least: 4s}}
        """
        .formatted(replicas.direct(), replicas.gateway(), LONGEST_SECONDS);
  }

  /** A short one whose model, a piece of markup, the target does not know and repeats. */
  String hostilePlan() {
    return """
        name: hostile
        model: "<img src=x onerror=document.title='broken'>"
        routes:
          direct: {url: "%s"}
        workloads:
          short: {input_tokens: 32}
        phases:
          - {name: one, route: direct, workload: short, concurrency: 1, warmup: none, measure: {requests: 3}}
        """
        .formatted(replicas.direct());
  }

  @Override
  public void close() throws Exception {
    relay.close();
    end(server, system);
    end(guarded, guardedSystem);
    cluster.close();
    replicas.close();
  }

  private static void end(ApiServer server, ActorSystem<Void> system) {
    server.stop(Duration.ofMillis(200)).toCompletableFuture().join();
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
  }
}
