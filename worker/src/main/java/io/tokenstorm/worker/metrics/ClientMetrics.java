package io.tokenstorm.worker.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tokenstorm.protocol.telemetry.Families;
import io.tokenstorm.protocol.telemetry.Families.Sample;
import io.tokenstorm.protocol.telemetry.LoadFamilies;
import io.tokenstorm.protocol.telemetry.LoadTotals;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one worker tells: the load it made since its process began, and how it fared in its last
 * second. It is told once a second what goes to the coordinator anyway, so that it costs the
 * measured stream nothing. Names begin with {@code tokenstorm_client_}, so that workers' figures
 * and the cluster's are never added up. Thread-safe.
 */
public final class ClientMetrics {
  private static final String PREFIX = "tokenstorm_client_";

  private final String worker;
  private final LoadTotals totals = new LoadTotals();
  private volatile @Nullable WorkerStatus status;

  /**
   * Nothing to tell yet.
   *
   * @param worker its id, a label of all it tells
   */
  public ClientMetrics(String worker) {
    this.worker = worker;
  }

  /** What goes to the coordinator goes here, too: each second, and when a window has ended. */
  public void observe(WorkerStatus now, Collection<LiveSketch> sketches) {
    status = now;
    totals.observe(sketches);
  }

  /** All metrics of this moment. */
  public MetricSnapshots snapshot() {
    Families families = new Families(Labels.of("worker", worker));
    LoadFamilies.addTo(families, PREFIX, totals.totals());
    WorkerStatus last = status;
    if (last != null) {
      gauge(families, "requests_in_flight", "Requests without an outcome.", last.inFlight());
      health(families, last.health());
    }
    return families.build();
  }

  /** What cannot be read on this host is left out. */
  private static void health(Families families, HealthSample health) {
    if (health.second() == 0) {
      return;
    }
    String second = " In the last second.";
    gauge(
        families,
        "loop_lag_max_seconds",
        "How late the event loops ran what was due, longest." + second,
        health.lagMaxNanos() / 1e9);
    gauge(
        families,
        "turnaround_p99_seconds",
        "Delay between an answer and the next request, 99th percentile." + second,
        health.turnaround().p99Nanos() / 1e9);
    gauge(
        families,
        "busiest_loop_ratio",
        "Share of the time in which the busiest event loop was not waiting." + second,
        health.reads().busiestLoopShare());
    gauge(
        families,
        "cpu_cores",
        "CPU that the process used, cores." + second,
        health.machine().processCores());
    known(
        families,
        "cpu_steal_ratio",
        "Share of the machine's CPU time that the hypervisor took." + second,
        health.machine().stealShare());
    known(
        families,
        "gc_pause_seconds",
        "Garbage collection pauses." + second,
        health.pauses().gcNanos() / 1e9);
  }

  private static void known(Families families, String name, String help, double value) {
    if (value >= 0) {
      gauge(families, name, help, value);
    }
  }

  private static void gauge(Families families, String name, String help, double value) {
    families.gauges(PREFIX + name, help, List.of(Sample.of(value)));
  }
}
