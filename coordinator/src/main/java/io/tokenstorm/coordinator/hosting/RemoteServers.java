package io.tokenstorm.coordinator.hosting;

import io.tokenstorm.protocol.server.ServerFacts;
import io.tokenstorm.protocol.wire.WorkerProtocol.ServerOrder;
import io.tokenstorm.server.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All servers that are wanted on workers' hosts. What each worker is to run is said to it again and
 * again, so that a lost message heals; a worker that hears nothing for the lease stops what it
 * runs. Whatever happens, each server's stages complete.
 */
public final class RemoteServers {
  /** A worker without an order for so long stops its servers. */
  public static final Duration LEASE = Duration.ofSeconds(10);

  private static final Duration ORDER_EVERY = Duration.ofMillis(250);

  /** A worker that has said nothing of a server for so long has lost it. */
  private static final Duration LOST_AFTER = LEASE.plusSeconds(2);

  private final Duration patience;
  private final Map<String, RemoteServer> servers = new LinkedHashMap<>();

  /**
   * @param patience how long a worker that is not there is waited for
   */
  public RemoteServers(Duration patience) {
    this.patience = patience;
  }

  /** What is known of a worker. */
  public interface Crew {
    /** The worker as it is now; empty: it is not there. */
    Optional<Present> find(String worker);
  }

  /**
   * A worker that is there.
   *
   * @param processKey of its process
   * @param address of its host, as the cluster knows it
   */
  public record Present(String processKey, String address) {}

  /**
   * An order to be sent.
   *
   * @param worker to whom
   */
  public record Due(String worker, ServerOrder order) {}

  /** A server is wanted from now on. */
  public void add(RemoteServer server, long nowNanos) {
    server.begins(nowNanos);
    servers.put(server.id(), server);
  }

  /** A server is not wanted any more; repeated: nothing. */
  public void stop(String id) {
    RemoteServer server = servers.get(id);
    if (server == null || !server.isWanted()) {
      return;
    }
    server.unwanted();
    if (server.processKey().isEmpty()) {
      server.failed(
          RemoteServer.failure(
              "server failed to start: it was stopped before it was started", Stage.LAUNCH));
    }
  }

  /** A worker said where a server stands. */
  public void heard(String worker, String id, ServerFacts facts, long nowNanos) {
    RemoteServer server = servers.get(id);
    if (server != null && server.worker().equals(worker)) {
      server.heard(facts, nowNanos);
    }
  }

  /** The orders that are due now; servers whose worker is gone are given up. */
  public List<Due> due(Crew crew, long nowNanos) {
    servers.values().removeIf(RemoteServer::isOver);
    List<Due> due = new ArrayList<>();
    for (RemoteServer server : servers.values()) {
      Optional<Present> worker = crew.find(server.worker());
      if (server.processKey().isEmpty()) {
        await(server, worker, nowNanos);
      } else {
        watch(server, worker, nowNanos);
      }
      if (!server.processKey().isEmpty()
          && !server.isOver()
          && server.isOrderDue(nowNanos, ORDER_EVERY)) {
        due.add(new Due(server.worker(), server.order(LEASE, nowNanos)));
      }
    }
    return due;
  }

  private void await(RemoteServer server, Optional<Present> worker, long nowNanos) {
    if (worker.isPresent()) {
      server.givenTo(worker.get().processKey(), worker.get().address(), nowNanos);
    } else if (nowNanos - server.sinceNanos() > patience.toNanos()) {
      server.failed(
          RemoteServer.failure(
              "server failed to start: worker %s, on whose host it is to run, is not there (waited %d s): start it with --id %s --allow-commands"
                  .formatted(server.worker(), patience.toSeconds(), server.worker()),
              Stage.LAUNCH));
    }
  }

  private static void watch(RemoteServer server, Optional<Present> worker, long nowNanos) {
    if (worker.isEmpty()) {
      server.lost("has left the cluster or was lost");
    } else if (!worker.get().processKey().equals(server.processKey())) {
      server.lost("has ended; another process has its id");
    } else if (nowNanos - server.heardAtNanos() > LOST_AFTER.toNanos()) {
      server.lost("has said nothing of it for " + LOST_AFTER.toSeconds() + " s");
    }
  }
}
