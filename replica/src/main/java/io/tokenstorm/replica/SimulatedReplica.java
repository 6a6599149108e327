package io.tokenstorm.replica;

import io.tokenstorm.replica.fault.FaultSpec;
import io.tokenstorm.replica.serve.ReplicaServer;
import io.tokenstorm.replica.truth.TruthSink;
import java.io.IOException;
import java.net.URI;

/**
 * A simulated serving replica on loopback, with a thread of its own. Its port stays the same while
 * it is down. Thread-safe.
 */
public final class SimulatedReplica implements AutoCloseable {
  private final String name;
  private final ReplicaServer server;

  private SimulatedReplica(String name, ReplicaServer server) {
    this.name = name;
    this.server = server;
  }

  /**
   * Starts one.
   *
   * @param name its name in the truth log and the gateway's {@code target-pod}
   * @param port 0 for any
   * @param truth where its requests are recorded; the caller closes it after the replica
   * @throws IOException if the port cannot be had
   */
  public static SimulatedReplica start(ReplicaConfig config, String name, int port, TruthSink truth)
      throws IOException {
    return new SimulatedReplica(name, new ReplicaServer(name, config.serve(), port, truth));
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its port. */
  public int port() {
    return server.port();
  }

  /** {@code http://127.0.0.1:PORT}, without a slash at the end. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + port());
  }

  /** The most requests that were in flight at one time. */
  public int maxInFlight() {
    return server.maxInFlight();
  }

  /** Requests in flight now. */
  public int inFlight() {
    return server.inFlight();
  }

  /** Lets the next requests go wrong, behind the faults that already wait. */
  public void inject(FaultSpec fault) {
    server.execute(() -> server.faults().add(fault));
  }

  /** Forgets the faults that wait. */
  public void clearFaults() {
    server.execute(() -> server.faults().clear());
  }

  /** Refuses connections and resets those there are, soon. */
  public void down() {
    server.execute(server::goDown);
  }

  /** Listens again on the same port, soon. */
  public void up() {
    server.execute(server::comeUp);
  }

  /** The thread that serves, to measure its CPU time. */
  public Thread loopThread() {
    return server.loop().thread();
  }

  /** Ends every request and closes the port. */
  @Override
  public void close() {
    server.close();
  }
}
