package io.tokenstorm.cli.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.telemetry.Families;
import io.tokenstorm.protocol.telemetry.Families.Sample;
import io.tokenstorm.protocol.telemetry.LatencyBuckets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Field numbers are those of opentelemetry/proto/metrics/v1/metrics.proto. */
class OtlpSenderTest {
  @SuppressWarnings("ArrayRecordComponent") // read once
  private record Received(String path, String type, String token, byte[] body) {}

  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private HttpServer collector;

  @BeforeEach
  void listen() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4);
    collector.createContext(
        "/",
        exchange -> {
          try (exchange) {
            received.add(
                new Received(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    exchange.getRequestHeaders().getFirst("X-Token"),
                    exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(200, -1);
          }
        });
    collector.start();
  }

  @AfterEach
  void stop() {
    collector.stop(0);
  }

  private static MetricSnapshots metrics() {
    Histogram micros = LatencySketch.newHistogram();
    LatencySketch.count(micros, 400_000);
    LatencySketch.count(micros, 90_000_000);
    LatencySketch.count(micros, 1_200_000_000_000.0);
    Families families = new Families(Labels.of("worker", "a"));
    families.info("tokenstorm_phase", "The phase that is on.", Labels.of("phase", "one"));
    families.gauges("tokenstorm_requests_in_flight", "In flight.", List.of(Sample.of(7)));
    families.counters(
        "tokenstorm_requests_sent", "Sent.", List.of(Sample.of(41, "stage", "measure")));
    families.latencies(
        "tokenstorm_time_to_first_token_seconds",
        "TTFT.",
        Map.of(Labels.of("stage", "measure"), micros));
    return families.build();
  }

  private OtlpSender sender(Duration every) {
    URI endpoint =
        URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/metrics");
    return OtlpSender.start(
        new OtlpSender.Settings(endpoint, every, Map.of("X-Token", "secret"), "coordinator"),
        OtlpSenderTest::metrics,
        Clock.systemUTC());
  }

  private Received next() throws InterruptedException {
    Received next = received.poll(20, TimeUnit.SECONDS);
    assertThat(next).as("a message").isNotNull();
    return next;
  }

  @Test
  void sender_untilClosed_sendsEachIntervalAndOnceMore() throws Exception {
    try (OtlpSender sender = sender(Duration.ofMillis(100))) {
      assertThat(sender).isNotNull();
      next();
      next();
    }
    received.clear();
    try (OtlpSender sender = sender(Duration.ofHours(1))) {
      assertThat(sender).isNotNull();
    }
    assertThat(received).as("the message of the end").hasSize(1);
  }

  @Test
  void message_ofAllKinds_isWhatACollectorReads() throws Exception {
    try (OtlpSender sender = sender(Duration.ofHours(1))) {
      assertThat(sender).isNotNull();
    }
    Received message = next();

    assertThat(message.path()).isEqualTo("/v1/metrics");
    assertThat(message.type()).isEqualTo("application/x-protobuf");
    assertThat(message.token()).isEqualTo("secret");
    ProtoMessage resourceMetrics = new ProtoMessage(message.body()).message(1);
    assertThat(attributes(resourceMetrics.message(1), 1))
        .containsEntry("service.name", "tokenstorm")
        .containsEntry("service.instance.id", "coordinator");
    Map<String, ProtoMessage> metrics = new LinkedHashMap<>();
    resourceMetrics.message(2).messages(2).forEach(m -> metrics.put(m.text(1), m));
    assertThat(metrics)
        .containsOnlyKeys(
            "tokenstorm_phase",
            "tokenstorm_requests_in_flight",
            "tokenstorm_requests_sent",
            "tokenstorm_time_to_first_token_seconds");

    ProtoMessage gauge = metrics.get("tokenstorm_requests_in_flight").message(5).message(1);
    assertThat(gauge.real(4)).isEqualTo(7);
    assertThat(attributes(gauge, 7)).isEqualTo(Map.of("worker", "a"));
    ProtoMessage sum = metrics.get("tokenstorm_requests_sent").message(7);
    assertThat(sum.bits(2)).as("cumulative").isEqualTo(2);
    assertThat(sum.bits(3)).as("monotonic").isEqualTo(1);
    assertThat(sum.message(1).real(4)).isEqualTo(41);
    assertThat(attributes(sum.message(1), 7)).isEqualTo(Map.of("worker", "a", "stage", "measure"));
    ProtoMessage phase = metrics.get("tokenstorm_phase").message(5).message(1);
    assertThat(attributes(phase, 7)).containsEntry("phase", "one");
  }

  @Test
  void histogram_ofLatencies_hasABucketBeyondEachBound() throws Exception {
    try (OtlpSender sender = sender(Duration.ofHours(1))) {
      assertThat(sender).isNotNull();
    }
    ProtoMessage metric =
        new ProtoMessage(next().body())
            .message(1).message(2).messages(2).stream()
                .filter(m -> m.text(1).equals("tokenstorm_time_to_first_token_seconds"))
                .findFirst()
                .orElseThrow();
    ProtoMessage point = metric.message(9).message(1);

    assertThat(metric.text(3)).isEqualTo("s");
    assertThat(point.bits(4)).as("count").isEqualTo(3);
    assertThat(point.real(5)).isCloseTo(1_200.0904, org.assertj.core.data.Offset.offset(1.3));
    List<Double> bounds = point.packed(7).stream().map(Double::longBitsToDouble).toList();
    List<Long> counts = point.packed(6);
    assertThat(bounds)
        .isEqualTo(
            LatencyBuckets.BOUNDS_SECONDS.subList(0, LatencyBuckets.BOUNDS_SECONDS.size() - 1));
    assertThat(counts).hasSize(bounds.size() + 1);
    assertThat(counts.get(bounds.indexOf(0.0005))).isEqualTo(1);
    assertThat(counts.get(bounds.indexOf(0.1))).isEqualTo(1);
    assertThat(counts.get(bounds.size())).as("beyond the last bound").isEqualTo(1);
  }

  private static Map<String, String> attributes(ProtoMessage owner, int number) {
    Map<String, String> attributes = new LinkedHashMap<>();
    owner.messages(number).forEach(a -> attributes.put(a.text(1), a.message(2).text(1)));
    return attributes;
  }
}
