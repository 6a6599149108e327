package io.tokenstorm.protocol.telemetry;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Metrics as a reader wants them: Prometheus' text format, or OpenMetrics for one that accepts it.
 *
 * @param contentType of the body
 * @param body the metrics
 */
@SuppressWarnings("ArrayRecordComponent") // written once, sent once
public record MetricsFormat(String contentType, byte[] body) {
  private static final ExpositionFormats FORMATS = ExpositionFormats.init();

  /**
   * Renders metrics.
   *
   * @param accept what the reader accepts, as its header says; empty if it says nothing
   */
  public static MetricsFormat of(MetricSnapshots metrics, String accept) {
    ExpositionFormatWriter writer = FORMATS.findWriter(accept);
    ByteArrayOutputStream body = new ByteArrayOutputStream(32 * 1024);
    try {
      writer.write(body, metrics, EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
    return new MetricsFormat(writer.getContentType(), body.toByteArray());
  }
}
