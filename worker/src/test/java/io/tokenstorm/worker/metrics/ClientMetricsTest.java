package io.tokenstorm.worker.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.telemetry.MetricsFormat;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LiveSketch;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ClientMetricsTest {
  private final ClientMetrics metrics = new ClientMetrics("a");

  private static LiveSketch sketch(int epoch, int success) {
    Histogram micros = LatencySketch.newHistogram();
    micros.recordValueWithCount(40_000, success);
    LatencySketch times = LatencySketch.of(micros);
    return new LiveSketch(
        "a",
        1,
        "r",
        epoch,
        0,
        LoadStage.MEASURE,
        success + 2,
        success,
        Map.of("reset", 1L),
        success * 16L,
        0,
        times,
        times,
        times,
        times);
  }

  private static WorkerStatus status(HealthSample health) {
    return new WorkerStatus(
        "a",
        1,
        1,
        "r",
        1,
        0,
        Stage.MEASURE,
        true,
        true,
        "",
        6,
        LoadCount.NONE,
        LoadCount.NONE,
        0,
        0,
        health);
  }

  private static HealthSample health(double steal) {
    return new HealthSample(
        4,
        LagSpread.NONE,
        2_000_000,
        new HealthSample.Turnaround(5, 1_000_000, 3_000_000, 3_000_000),
        new HealthSample.Reads(9, 0, 9, 0.25),
        new HealthSample.Pauses(5_000_000, 5_000_000, 0, 0),
        new HealthSample.Machine(0.5, 2, 0.1, steal, 0),
        0,
        0,
        "");
  }

  private String text() {
    return new String(MetricsFormat.of(metrics.snapshot(), "").body(), StandardCharsets.UTF_8);
  }

  @Test
  void snapshot_beforeAnything_isAllZeros() {
    assertThat(text().lines().filter(line -> !line.startsWith("#")))
        .isNotEmpty()
        .allMatch(line -> line.endsWith(" 0.0") || line.endsWith(" 0"));
  }

  @Test
  void snapshot_overTwoWindows_countsOnAndBearsTheWorkersName() {
    metrics.observe(status(health(0.01)), List.of(sketch(1, 3)));
    metrics.observe(status(health(0.01)), List.of(sketch(1, 5)));
    metrics.observe(status(health(0.01)), List.of(sketch(2, 1)));

    String measured = "{stage=\"measure\",worker=\"a\"} ";
    assertThat(text())
        .contains("\ntokenstorm_client_requests_succeeded_total" + measured + "6.0\n")
        .contains("\ntokenstorm_client_requests_sent_total" + measured + "10.0\n")
        .contains("\ntokenstorm_client_time_to_first_token_seconds_count" + measured + "6\n")
        .contains("\ntokenstorm_client_requests_in_flight{worker=\"a\"} 6.0\n")
        .contains("\ntokenstorm_client_loop_lag_max_seconds{worker=\"a\"} 0.002\n")
        .contains("\ntokenstorm_client_turnaround_p99_seconds{worker=\"a\"} 0.003\n")
        .contains("\ntokenstorm_client_busiest_loop_ratio{worker=\"a\"} 0.25\n")
        .contains("\ntokenstorm_client_cpu_steal_ratio{worker=\"a\"} 0.01\n");
  }

  @Test
  void health_thatCannotBeRead_isLeftOut() {
    metrics.observe(status(health(-1)), List.of());
    assertThat(text()).doesNotContain("cpu_steal_ratio").contains("tokenstorm_client_cpu_cores");

    metrics.observe(status(HealthSample.NONE), List.of());
    assertThat(text()).doesNotContain("loop_lag").contains("requests_in_flight");
  }
}
