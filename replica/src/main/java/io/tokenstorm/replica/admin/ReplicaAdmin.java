package io.tokenstorm.replica.admin;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import com.typesafe.config.ConfigFactory;
import io.tokenstorm.replica.ReplicaSet;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admin port of a set of replicas, on Akka HTTP and loopback. It answers also while a replica
 * is down, which the replica's own port cannot.
 */
public final class ReplicaAdmin implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaAdmin.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ActorSystem<Void> system;
  private final ServerBinding binding;

  private ReplicaAdmin(ActorSystem<Void> system, ServerBinding binding) {
    this.system = system;
    this.binding = binding;
  }

  /**
   * Starts one.
   *
   * @param port 0 for any
   * @throws IOException if the port cannot be had
   */
  public static ReplicaAdmin start(ReplicaSet set, int port) throws IOException {
    ActorSystem<Void> system =
        ActorSystem.create(
            Behaviors.empty(),
            "replica-admin",
            ConfigFactory.parseString("akka.loglevel = WARNING, akka.jvm-exit-on-fatal-error = off")
                .withFallback(ConfigFactory.load()));
    AdminCalls calls = new AdminCalls(set);
    var binding =
        Http.get(system)
            .newServerAt("127.0.0.1", port)
            .bindSync(request -> answer(calls, request, system));
    try {
      return new ReplicaAdmin(
          system, binding.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException refused) {
      system.terminate();
      throw new IOException("cannot listen on 127.0.0.1:" + port + ": " + refused, refused);
    } catch (InterruptedException interrupted) {
      system.terminate();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while starting the admin port", interrupted);
    }
  }

  private static HttpResponse answer(
      AdminCalls calls, HttpRequest request, ActorSystem<Void> system) {
    request.discardEntityBytes(system);
    Map<String, String> query = request.getUri().query().toMap();
    AdminCalls.Answer answer =
        calls.answer(request.method().name(), request.getUri().path(), query);
    return HttpResponse.create()
        .withStatus(answer.status())
        .withEntity(ContentTypes.APPLICATION_JSON, answer.json());
  }

  /** {@code http://127.0.0.1:PORT}, without a slash at the end. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + binding.localAddress().getPort());
  }

  /** Closes the port. */
  @Override
  public void close() {
    system.terminate();
    try {
      system
          .getWhenTerminated()
          .toCompletableFuture()
          .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException slow) {
      LOG.warn("the admin port did not end in time: {}", slow.toString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
