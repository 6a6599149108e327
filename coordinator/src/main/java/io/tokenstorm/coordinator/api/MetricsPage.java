package io.tokenstorm.coordinator.api;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.CacheControl;
import akka.http.javadsl.model.headers.CacheDirectives;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tokenstorm.protocol.telemetry.MetricsFormat;
import java.util.function.Supplier;

/** {@code GET /metrics}, in the format that the reader prefers. */
final class MetricsPage {
  private final Supplier<MetricSnapshots> metrics;

  MetricsPage(Supplier<MetricSnapshots> metrics) {
    this.metrics = metrics;
  }

  HttpResponse answer(HttpRequest request) {
    String accept = request.getHeader("Accept").map(HttpHeader::value).orElse("");
    MetricsFormat format = MetricsFormat.of(metrics.get(), accept);
    return HttpResponse.create()
        .addHeader(CacheControl.create(CacheDirectives.NO_STORE))
        .withEntity(HttpEntities.create(ContentTypes.parse(format.contentType()), format.body()));
  }
}
