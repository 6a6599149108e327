package io.tokenstorm.replica;

import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Simulated replicas {@code r1, r2, …} and a gateway before them, on loopback, with one truth log
 * for all. Closing it ends all of them, and then the log is complete.
 */
public final class ReplicaSet implements AutoCloseable {
  private final List<SimulatedReplica> replicas;
  private final SimulatedGateway gateway;
  private final @Nullable TruthLog truth;

  private ReplicaSet(
      List<SimulatedReplica> replicas, SimulatedGateway gateway, @Nullable TruthLog truth) {
    this.replicas = List.copyOf(replicas);
    this.gateway = gateway;
    this.truth = truth;
  }

  /**
   * Which ports to take.
   *
   * @param gateway the gateway's; 0 for any
   * @param firstReplica the first replica's, the others follow; 0 for any
   */
  public record Ports(int gateway, int firstReplica) {
    /** Any free ports. */
    public static final Ports ANY = new Ports(0, 0);

    int ofReplica(int index) {
      return firstReplica == 0 ? 0 : firstReplica + index;
    }
  }

  /** Two replicas and a gateway on free ports, from a built-in profile, without a truth log. */
  public static ReplicaSet pair(String profile) throws IOException {
    return start(ReplicaConfig.load(profile), 2, Ports.ANY, Optional.empty());
  }

  /** Two replicas and a gateway on free ports, from a built-in profile, with a truth log. */
  public static ReplicaSet pair(String profile, Path truthFile) throws IOException {
    return start(ReplicaConfig.load(profile), 2, Ports.ANY, Optional.of(truthFile));
  }

  /**
   * Starts them.
   *
   * @throws IOException if a port or the truth log cannot be had; nothing is left running then
   */
  public static ReplicaSet start(
      ReplicaConfig config, int count, Ports ports, Optional<Path> truthFile) throws IOException {
    TruthLog truth = truthFile.isPresent() ? TruthLog.create(truthFile.get()) : null;
    TruthSink sink = truth == null ? TruthSink.NONE : truth;
    List<SimulatedReplica> replicas = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        replicas.add(SimulatedReplica.start(config, "r" + (i + 1), ports.ofReplica(i), sink));
      }
      SimulatedGateway gateway = SimulatedGateway.start(config, replicas, ports.gateway());
      return new ReplicaSet(replicas, gateway, truth);
    } catch (IOException | RuntimeException failed) {
      replicas.forEach(SimulatedReplica::close);
      if (truth != null) {
        truth.close();
      }
      throw failed;
    }
  }

  /** The replicas in their order. */
  public List<SimulatedReplica> replicas() {
    return replicas;
  }

  /** One of them by its name; there must be one. */
  public SimulatedReplica replica(String name) {
    return replicas.stream().filter(r -> r.name().equals(name)).findFirst().orElseThrow();
  }

  /** The gateway. */
  public SimulatedGateway gateway() {
    return gateway;
  }

  /** Ends the gateway, the replicas and the truth log, in this order. */
  @Override
  public void close() {
    gateway.close();
    replicas.forEach(SimulatedReplica::close);
    if (truth != null) {
      truth.close();
    }
  }
}
