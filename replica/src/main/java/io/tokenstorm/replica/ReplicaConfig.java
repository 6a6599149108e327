package io.tokenstorm.replica;

import com.typesafe.config.Config;
import io.tokenstorm.replica.engine.EngineParameters;
import io.tokenstorm.replica.gateway.GatewaySettings;
import io.tokenstorm.replica.metrics.MetricNames;
import io.tokenstorm.replica.serve.ServeSettings;
import io.tokenstorm.replica.serve.ServeSettings.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * A profile: the figures of simulated replicas and of the gateway before them. Immutable.
 *
 * @param serve what replicas serve, and how
 * @param gateway the gateway's figures
 */
public record ReplicaConfig(ServeSettings serve, GatewaySettings gateway) {
  /**
   * Loads a profile that comes with Tokenstorm: {@code default}, {@code fast}, {@code
   * h20-dsv4-flash}, {@code sweep-linear} or {@code sweep-quadratic}.
   *
   * @throws IOException if there is none of that name, or it has a mistake; the message says where
   */
  public static ReplicaConfig load(String profile) throws IOException {
    return read(profile, ProfileSource.builtIn(profile));
  }

  /**
   * Loads a profile from a file; what it does not set has the default's value.
   *
   * @throws IOException if it cannot be read or has a mistake; the message says where
   */
  public static ReplicaConfig load(Path file) throws IOException {
    return read(file.toString(), ProfileSource.file(file));
  }

  /** The same profile with other engine figures. */
  public ReplicaConfig withEngine(EngineParameters other) {
    return serving(
        new ServeSettings(
            serve.model(), other, serve.answers(), serve.metricNames(), serve.refuses()));
  }

  /** The same profile with metrics under another engine's names. */
  public ReplicaConfig withMetricNames(MetricNames other) {
    return serving(
        new ServeSettings(serve.model(), serve.engine(), serve.answers(), other, serve.refuses()));
  }

  /** The same profile for replicas that do not do these things. */
  public ReplicaConfig refusing(Set<Refusal> others) {
    return serving(
        new ServeSettings(
            serve.model(), serve.engine(), serve.answers(), serve.metricNames(), others));
  }

  private ReplicaConfig serving(ServeSettings other) {
    return new ReplicaConfig(other, gateway);
  }

  private static ReplicaConfig read(String profile, Config config) throws IOException {
    return ProfileReader.read(profile, config);
  }
}
