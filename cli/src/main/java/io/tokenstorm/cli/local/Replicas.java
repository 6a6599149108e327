package io.tokenstorm.cli.local;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.replica.ReplicaConfig;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.SimulatedReplica;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/** Simulated replicas and their gateway in this process. */
public final class Replicas implements AutoCloseable {
  private final ReplicaSet replicas;

  private Replicas(ReplicaSet replicas) {
    this.replicas = replicas;
  }

  /**
   * What to simulate.
   *
   * @param profile a built-in profile's name, or a file
   * @param count how many replicas
   * @param port of the first replica; 0: any free ones
   * @param gatewayPort of the gateway; 0: any free one
   * @param truth where the truth log goes
   */
  public record Settings(
      String profile, int count, int port, int gatewayPort, Optional<Path> truth) {}

  /**
   * Starts them.
   *
   * @throws CommandFailure if the profile is wrong, a port is in use or the log cannot be written
   */
  public static Replicas start(Settings settings) {
    ReplicaConfig config = profile(settings.profile());
    ReplicaSet.Ports ports = new ReplicaSet.Ports(settings.gatewayPort(), settings.port());
    try {
      return new Replicas(ReplicaSet.start(config, settings.count(), ports, settings.truth()));
    } catch (IOException e) {
      if (e instanceof BindException || e.getCause() instanceof BindException) {
        throw new CommandFailure(ExitCode.USAGE, inUse(settings), e);
      }
      throw new CommandFailure(
          ExitCode.USAGE, "the replicas cannot be started: " + e.getMessage() + ".", e);
    }
  }

  private static ReplicaConfig profile(String name) {
    try {
      Path file = Path.of(name);
      return name.endsWith(".conf") || Files.exists(file)
          ? ReplicaConfig.load(file)
          : ReplicaConfig.load(name);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.USAGE, "--profile: " + e.getMessage() + ".");
    }
  }

  private static String inUse(Settings settings) {
    int last = settings.port() + settings.count() - 1;
    return "a port is in use on 127.0.0.1: the replicas want "
        + (settings.port() == 0 ? "any" : settings.port() + " to " + last)
        + ", the gateway "
        + (settings.gatewayPort() == 0 ? "any" : settings.gatewayPort())
        + ". Choose others with --port and --gateway-port, or 0 for any free ones.";
  }

  /** The first replica's URL. */
  public URI direct() {
    return replicas.replicas().get(0).url();
  }

  /** The gateway's URL. */
  public URI gateway() {
    return replicas.gateway().url();
  }

  /** Who listens where, for a person. */
  public String addresses() {
    return replicas.replicas().stream()
        .map((SimulatedReplica replica) -> replica.name() + " " + replica.url())
        .collect(Collectors.joining(", ", "gateway " + gateway() + ", replicas ", "."));
  }

  /** Ends them; the truth log is complete then. */
  @Override
  public void close() {
    replicas.close();
  }
}
