package io.tokenstorm.cli.local;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.replica.ReplicaConfig;
import io.tokenstorm.replica.ReplicaSet;
import io.tokenstorm.replica.SimulatedReplica;
import io.tokenstorm.replica.engine.EngineParameters;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
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
   * @param maxModelLen tokens of prompt and answer, if other than the profile's
   */
  public record Settings(
      String profile,
      int count,
      int port,
      int gatewayPort,
      Optional<Path> truth,
      OptionalInt maxModelLen) {
    /** With the profile's own limit on the context. */
    public Settings(String profile, int count, int port, int gatewayPort, Optional<Path> truth) {
      this(profile, count, port, gatewayPort, truth, OptionalInt.empty());
    }
  }

  /**
   * Starts them.
   *
   * @throws CommandFailure if the profile is wrong, a port is in use or the log cannot be written
   */
  public static Replicas start(Settings settings) {
    ReplicaConfig config = limited(profile(settings.profile()), settings.maxModelLen());
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

  /** As a server does, it refuses to start where its cache could not hold one such request. */
  private static ReplicaConfig limited(ReplicaConfig config, OptionalInt maxModelLen) {
    if (maxModelLen.isEmpty()) {
      return config;
    }
    EngineParameters engine = config.serve().engine().withMaxModelTokens(maxModelLen.getAsInt());
    long needed = (maxModelLen.getAsInt() + engine.blockTokens() - 1L) / engine.blockTokens();
    if (needed > engine.kvBlocks()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          ("To serve at least one request with the model's max seq len (%d), %d blocks of KV cache"
                  + " is needed, which is larger than the available KV cache (%d blocks). Based on"
                  + " the available memory, the estimated maximum model length is %d. Try decreasing"
                  + " --max-model-len, or take a profile with more kv-blocks.")
              .formatted(
                  maxModelLen.getAsInt(),
                  needed,
                  engine.kvBlocks(),
                  (long) engine.kvBlocks() * engine.blockTokens()));
    }
    return config.withEngine(engine);
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
