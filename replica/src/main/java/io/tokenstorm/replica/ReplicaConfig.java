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
 * @param profile the profile's name or file, for messages
 * @param model the model's name, as clients ask for it
 * @param engine the engine's figures
 * @param tokensPerEvent tokens in one streamed event
 * @param spreadNanos the time over which the tokens of one step leave
 * @param naturalTokens mean length of an answer that may end by itself
 * @param metricNames under whose names replicas tell of themselves
 * @param gateway the gateway's figures
 * @param refuses what replicas do not do, as other servers do not
 */
public record ReplicaConfig(
    String profile,
    String model,
    EngineParameters engine,
    int tokensPerEvent,
    long spreadNanos,
    int naturalTokens,
    MetricNames metricNames,
    GatewaySettings gateway,
    Set<Refusal> refuses) {

  /** Checks the ranges. */
  public ReplicaConfig {
    if (tokensPerEvent < 1 || naturalTokens < 1 || spreadNanos < 0) {
      throw new IllegalArgumentException(
          "tokens per event and natural tokens must be above 0, spread must not be negative");
    }
  }

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
    return new ReplicaConfig(
        profile,
        model,
        other,
        tokensPerEvent,
        spreadNanos,
        naturalTokens,
        metricNames,
        gateway,
        refuses);
  }

  /** The same profile for another model's name. */
  public ReplicaConfig withModel(String other) {
    return new ReplicaConfig(
        profile,
        other,
        engine,
        tokensPerEvent,
        spreadNanos,
        naturalTokens,
        metricNames,
        gateway,
        refuses);
  }

  /** The same profile with other figures for how tokens leave. */
  public ReplicaConfig withAnswers(int otherTokensPerEvent, long otherSpreadNanos) {
    return new ReplicaConfig(
        profile,
        model,
        engine,
        otherTokensPerEvent,
        otherSpreadNanos,
        naturalTokens,
        metricNames,
        gateway,
        refuses);
  }

  /** The same profile with metrics under another engine's names. */
  public ReplicaConfig withMetricNames(MetricNames other) {
    return new ReplicaConfig(
        profile,
        model,
        engine,
        tokensPerEvent,
        spreadNanos,
        naturalTokens,
        other,
        gateway,
        refuses);
  }

  /** The same profile for replicas that do not do these things. */
  public ReplicaConfig refusing(Set<Refusal> others) {
    return new ReplicaConfig(
        profile,
        model,
        engine,
        tokensPerEvent,
        spreadNanos,
        naturalTokens,
        metricNames,
        gateway,
        Set.copyOf(others));
  }

  ServeSettings serveSettings(String name) {
    return new ServeSettings(
        name, model, engine, tokensPerEvent, spreadNanos, naturalTokens, metricNames, refuses);
  }

  private static ReplicaConfig read(String profile, Config config) throws IOException {
    return ProfileReader.read(profile, config);
  }
}
