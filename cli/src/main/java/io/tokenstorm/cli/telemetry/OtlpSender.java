package io.tokenstorm.cli.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sends a node's metrics to an OpenTelemetry collector by OTLP over HTTP, every few seconds and
 * once more at the end. A collector that does not answer is warned of in the log and costs nothing
 * else: the next message holds all that the lost one would have.
 */
public final class OtlpSender implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final SdkMeterProvider provider;

  private OtlpSender(SdkMeterProvider provider) {
    this.provider = provider;
  }

  /**
   * Where to, and as whom.
   *
   * @param endpoint the whole URL, {@code /v1/metrics} included
   * @param every how often
   * @param headers sent along, such as a collector's token
   * @param instance the node's name among those of its kind
   */
  public record Settings(
      URI endpoint, Duration every, Map<String, String> headers, String instance) {}

  /** Begins to send. */
  public static OtlpSender start(
      Settings settings, Supplier<MetricSnapshots> metrics, Clock clock) {
    OtlpHttpMetricExporterBuilder exporter =
        OtlpHttpMetricExporter.builder()
            .setEndpoint(settings.endpoint().toString())
            .setTimeout(TIMEOUT)
            .setConnectTimeout(TIMEOUT);
    settings.headers().forEach(exporter::addHeader);
    long start = nanos(clock);
    return new OtlpSender(
        SdkMeterProvider.builder()
            .setResource(
                Resource.create(
                    Attributes.of(
                        AttributeKey.stringKey("service.name"),
                        "tokenstorm",
                        AttributeKey.stringKey("service.instance.id"),
                        settings.instance())))
            .registerMetricReader(
                PeriodicMetricReader.builder(exporter.build())
                    .setInterval(settings.every())
                    .build())
            .registerMetricProducer(
                resource -> OtlpMetrics.of(metrics.get(), resource, start, nanos(clock)))
            .build());
  }

  private static long nanos(Clock clock) {
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** Sends what there is once more, waits for it a few seconds, and stops. */
  @Override
  public void close() {
    provider.shutdown().join(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }
}
