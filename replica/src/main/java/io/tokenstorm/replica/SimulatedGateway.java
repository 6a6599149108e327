package io.tokenstorm.replica;

import io.tokenstorm.replica.gateway.GatewayServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A simulated gateway on loopback before simulated replicas, with a thread of its own. */
public final class SimulatedGateway implements AutoCloseable {
  private static final long RANDOM_ROUTE_SEED = 20_261_130L;

  private final GatewayServer server;

  private SimulatedGateway(GatewayServer server) {
    this.server = server;
  }

  /**
   * Starts one before replicas, which it calls by their names.
   *
   * @param port 0 for any
   * @throws IOException if the port cannot be had
   */
  public static SimulatedGateway start(
      ReplicaConfig config, List<SimulatedReplica> replicas, int port) throws IOException {
    Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
    for (SimulatedReplica replica : replicas) {
      addresses.put(
          replica.name(), new InetSocketAddress(InetAddress.getLoopbackAddress(), replica.port()));
    }
    return new SimulatedGateway(
        new GatewayServer(config.gateway(), port, addresses, RANDOM_ROUTE_SEED));
  }

  /** Its port. */
  public int port() {
    return server.port();
  }

  /** {@code http://127.0.0.1:PORT}, without a slash at the end. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + port());
  }

  /** Takes a replica out and cuts its requests in flight, as {@code POST /admin/evict} does. */
  public boolean evict(String replica) {
    return server.evict(replica);
  }

  /** Takes a replica in again, as {@code POST /admin/return} does. */
  public boolean comeBack(String replica) {
    return server.comeBack(replica);
  }

  /** Cuts every request and closes the port. */
  @Override
  public void close() {
    server.close();
  }
}
