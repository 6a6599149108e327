package io.tokenstorm.replica;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.tokenstorm.replica.engine.EngineParameters;
import io.tokenstorm.replica.engine.EngineParameters.LazyShape;
import io.tokenstorm.replica.engine.EngineParameters.RouteStall;
import io.tokenstorm.replica.gateway.GatewaySettings;
import io.tokenstorm.replica.gateway.RoutingStrategy;
import io.tokenstorm.replica.metrics.MetricNames;
import io.tokenstorm.replica.serve.ServeSettings;
import io.tokenstorm.replica.serve.ServeSettings.Answers;
import io.tokenstorm.replica.serve.ServeSettings.Refusal;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Turns a resolved profile into values. */
final class ProfileReader {
  private ProfileReader() {}

  static ReplicaConfig read(String profile, Config config) throws IOException {
    try {
      Config answer = config.getConfig("answer");
      return new ReplicaConfig(
          new ServeSettings(
              config.getString("model"),
              engine(config.getConfig("engine")),
              new Answers(
                  answer.getInt("tokens-per-event"),
                  nanos(answer, "spread"),
                  answer.getInt("natural-tokens")),
              metricNames(config.getString("metrics")),
              config.getStringList("refuses").stream()
                  .map(ProfileReader::refusal)
                  .collect(Collectors.toUnmodifiableSet())),
          gateway(config.getConfig("gateway")));
    } catch (ConfigException | IllegalArgumentException wrong) {
      throw new IOException("replica profile " + profile + ": " + wrong.getMessage(), wrong);
    }
  }

  private static MetricNames metricNames(String label) {
    return MetricNames.parse(label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "metrics: no engine '" + label + "'; there are vllm, sglang"));
  }

  private static Refusal refusal(String label) {
    return Refusal.parse(label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "refuses: no '" + label + "'; there are token-ids, tokenize, stream-options"));
  }

  private static EngineParameters engine(Config engine) {
    return new EngineParameters(
        nanos(engine, "step-base"),
        nanos(engine, "step-per-sequence"),
        nanos(engine, "context-per-1k-tokens"),
        nanos(engine, "prefill-base"),
        engine.getDouble("prefill-tokens-per-second"),
        nanos(engine, "cached-per-1k-tokens"),
        nanos(engine, "intake"),
        nanos(engine, "arrival"),
        nanos(engine, "arrival-per-1k-tokens"),
        nanos(engine, "gather"),
        nanos(engine, "prefill-delay"),
        engine.getInt("max-batched-tokens"),
        engine.getInt("max-sequences"),
        engine.getInt("block-tokens"),
        engine.getInt("kv-blocks"),
        engine.getInt("max-model-len"),
        engine.getBoolean("prefix-caching"),
        engine.getConfigList("lazy-shapes").stream().map(ProfileReader::lazyShape).toList(),
        routeStall(engine.getConfig("unexplained-random-route-stall")));
  }

  private static LazyShape lazyShape(Config shape) {
    return new LazyShape(
        shape.getInt("sequences"), shape.getInt("sightings"), nanos(shape, "stall"));
  }

  private static RouteStall routeStall(Config stall) {
    return new RouteStall(
        stall.getBoolean("enabled"),
        stall.getInt("min-prefills"),
        stall.getInt("min-cached-tokens"),
        nanos(stall, "stall"));
  }

  private static GatewaySettings gateway(Config gateway) {
    String strategy = gateway.getString("default-strategy");
    return new GatewaySettings(
        gateway.getInt("prefix-block-chars"),
        gateway.getInt("prefix-entries"),
        gateway.getInt("prefix-imbalance"),
        RoutingStrategy.parse(strategy)
            .orElseThrow(
                () -> new IllegalArgumentException("no routing strategy '" + strategy + "'")));
  }

  private static long nanos(Config config, String key) {
    return config.getDuration(key, TimeUnit.NANOSECONDS);
  }
}
