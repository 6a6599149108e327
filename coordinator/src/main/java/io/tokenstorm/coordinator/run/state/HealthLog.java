package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * How the workers fared over a measured window: each new status brings a sample of its last second.
 */
public final class HealthLog {
  private final Map<String, List<HealthSample>> samples = new TreeMap<>();

  /** Takes the sample of a status, unless it is the one that came last. */
  void take(WorkerStatus status) {
    List<HealthSample> of = samples.computeIfAbsent(status.worker(), w -> new ArrayList<>());
    if (of.isEmpty() || !of.get(of.size() - 1).equals(status.health())) {
      of.add(status.health());
    }
  }

  /** One event a worker; the log is empty afterwards. */
  List<RunEvent.ClientHealth> close(int phase) {
    List<RunEvent.ClientHealth> events = new ArrayList<>();
    samples.forEach(
        (worker, of) -> events.add(new RunEvent.ClientHealth(worker, phase, figures(of))));
    samples.clear();
    return events;
  }

  private static Map<String, Double> figures(List<HealthSample> of) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("loop_lag_p99_seconds_mean", mean(of, HealthSample::loopLagP99Nanos) / 1e9);
    figures.put("loop_lag_max_seconds", max(of, HealthSample::loopLagMaxNanos) / 1e9);
    figures.put("turnaround_p99_seconds_mean", mean(of, HealthSample::turnaroundP99Nanos) / 1e9);
    figures.put("gc_pause_seconds_max", max(of, HealthSample::gcPauseNanos) / 1e9);
    figures.put("process_cores_mean", mean(of, HealthSample::processCores));
    figures.put("steal_share_max", max(of, HealthSample::stealShare));
    figures.put("prompts_starved_max", max(of, HealthSample::promptsStarved));
    figures.put("samples", (double) of.size());
    return figures;
  }

  private static double mean(List<HealthSample> of, ToDoubleFunction<HealthSample> figure) {
    return of.stream().mapToDouble(figure).average().orElse(0);
  }

  private static double max(List<HealthSample> of, ToDoubleFunction<HealthSample> figure) {
    return of.stream().mapToDouble(figure).max().orElse(0);
  }
}
