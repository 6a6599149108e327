package io.tokenstorm.coordinator.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.scrape.EngineFigure;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveRun;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.telemetry.Families;
import io.tokenstorm.protocol.telemetry.Families.Sample;
import io.tokenstorm.protocol.telemetry.LoadFamilies;
import io.tokenstorm.protocol.telemetry.MergedWindow;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator tells of runs, load, workers and replicas, in base units: seconds, ratios
 * from 0 to 1, tokens. Counters are over the coordinator's life, by stage, so that they never fall
 * and their number does not grow with the phases; which phase is on is a metric of its own.
 */
public final class ClusterMetrics {
  private final LiveSnapshot snapshot;
  private final Families families = new Families(Labels.EMPTY);

  private ClusterMetrics(LiveSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** All metrics of one moment. */
  public static MetricSnapshots of(LiveSnapshot snapshot, Map<LoadStage, MergedWindow> totals) {
    ClusterMetrics metrics = new ClusterMetrics(snapshot);
    metrics.runs();
    metrics.phase();
    LoadFamilies.addTo(metrics.families, "tokenstorm_", totals);
    metrics.workers();
    metrics.replicas();
    return metrics.families.build();
  }

  private void runs() {
    List<Sample> states = new ArrayList<>();
    for (RunState state : RunState.values()) {
      if (state != RunState.ENDED) {
        long runs = snapshot.runs().stream().filter(r -> r.state() == state).count();
        states.add(Sample.of(runs, "state", lower(state)));
      }
    }
    families.gauges("tokenstorm_runs", "Runs that have not ended, by state.", states);
    List<Sample> ended = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      long runs = snapshot.runs().stream().filter(r -> r.verdict() == verdict).count();
      ended.add(Sample.of(runs, "verdict", lower(verdict)));
    }
    families.counters("tokenstorm_runs_ended", "Runs that ended, by verdict.", ended);
  }

  private void phase() {
    LiveRun run = snapshot.run();
    LivePhase phase = run == null ? null : run.current();
    if (run == null || phase == null) {
      return;
    }
    var asked = run.plan().phases().get(phase.phase());
    families.info(
        "tokenstorm_phase",
        "The phase that is on.",
        Labels.of(
            "run",
            run.summary().run(),
            "phase",
            asked.name(),
            "route",
            asked.route(),
            "workload",
            asked.workload(),
            "stage",
            lower(phase.stage())));
    families.gauges(
        "tokenstorm_phase_concurrency",
        "Requests that the phase keeps in flight over the cluster.",
        List.of(Sample.of(phase.asked())));
    families.gauges(
        "tokenstorm_requests_in_flight",
        "Requests sent whose outcome is not known yet, over the cluster.",
        List.of(Sample.of(phase.inFlight())));
  }

  private void workers() {
    List<Sample> states = new ArrayList<>();
    for (LiveWorker.State state : LiveWorker.State.values()) {
      long workers = snapshot.workers().stream().filter(w -> w.state() == state).count();
      states.add(Sample.of(workers, "state", state.label()));
    }
    families.gauges("tokenstorm_workers", "Workers that are known, by state.", states);
    worker("slots", "Slots it owns in the phase.", w -> (double) w.slots());
    worker("requests_in_flight", "Requests without an outcome.", w -> status(w, s -> s.inFlight()));
    worker(
        "heard_seconds",
        "Since its last message.",
        w -> Math.max(0, snapshot.atNanos() - w.lastHeardNanos()) / 1e9);
    worker(
        "clock_error_seconds",
        "Error bound of its clock's offset.",
        w -> w.clockErrorNanos() < 0 ? null : w.clockErrorNanos() / 1e9);
    worker(
        "loop_lag_max_seconds",
        "How late its event loops ran what was due, longest of the last second.",
        w -> status(w, s -> s.health().lagMaxNanos() / 1e9));
    worker(
        "turnaround_p99_seconds",
        "Its own delay before sends, 99th percentile of the last second.",
        w -> status(w, s -> s.health().turnaround().p99Nanos() / 1e9));
    worker(
        "cpu_cores",
        "CPU that its process used in the last second, cores.",
        w -> status(w, s -> s.health().machine().processCores()));
  }

  private static @Nullable Double status(LiveWorker worker, ToDoubleFunction<WorkerStatus> of) {
    return worker.status() == null ? null : of.applyAsDouble(worker.status());
  }

  /** Of workers that are not lost. */
  private void worker(String name, String help, Function<LiveWorker, @Nullable Double> of) {
    List<Sample> samples = new ArrayList<>();
    for (LiveWorker worker : snapshot.workers()) {
      Double value = worker.state() == LiveWorker.State.LOST ? null : of.apply(worker);
      if (value != null) {
        samples.add(Sample.of(value, "worker", worker.worker()));
      }
    }
    families.gauges("tokenstorm_worker_" + name, help, samples);
  }

  private void replicas() {
    LiveRun run = snapshot.run();
    Map<String, RunEvent.ReplicaReading> readings =
        run == null || run.current() == null ? Map.of() : run.readings();
    List<Sample> read = new ArrayList<>();
    readings.forEach(
        (replica, reading) ->
            read.add(Sample.of(reading.error().isEmpty() ? 1 : 0, "replica", replica)));
    families.gauges(
        "tokenstorm_replica_read", "1 if its own metrics could be read the last time.", read);
    replica(readings, "requests_running", "Requests in its batch.", EngineFigure.RUNNING);
    replica(readings, "requests_waiting", "Requests in its queue.", EngineFigure.WAITING);
    replica(readings, "kv_usage_ratio", "KV memory in use, 0 to 1.", EngineFigure.KV_USAGE);
  }

  private void replica(
      Map<String, RunEvent.ReplicaReading> readings,
      String name,
      String help,
      EngineFigure figure) {
    List<Sample> samples = new ArrayList<>();
    readings.forEach(
        (replica, reading) -> {
          Double value = reading.figures().get(figure.label());
          if (value != null) {
            samples.add(Sample.of(value, "replica", replica));
          }
        });
    families.gauges("tokenstorm_replica_" + name, help + " By its own metrics.", samples);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
