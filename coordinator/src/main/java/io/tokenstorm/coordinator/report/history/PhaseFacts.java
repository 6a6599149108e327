package io.tokenstorm.coordinator.report.history;

import io.tokenstorm.coordinator.results.RunEvent;
import java.util.List;
import java.util.Map;

/**
 * What the events say about a settled phase. Instants are nanoseconds of the coordinator's ticker.
 *
 * @param phase its index in the plan
 * @param opensAtNanos opening of its measured window
 * @param closedAtNanos closing of its measured window
 * @param lengthFactor words of prompt text per token aimed at
 * @param lengths how the run's prompts got their exact lengths
 * @param health latest figures by worker
 */
public record PhaseFacts(
    int phase,
    int epoch,
    long opensAtNanos,
    long closedAtNanos,
    String closedBy,
    long skewNanos,
    double lengthFactor,
    List<RunEvent.LengthFound> lengths,
    List<RunEvent.Tally> tallies,
    List<RunEvent.ClockBound> clocks,
    List<RunEvent.PlanEventFired> fired,
    List<RunEvent.PhaseRestarted> restarts,
    Map<String, Map<String, Double>> health) {

  /** Length of the measured window. */
  public long windowNanos() {
    return closedAtNanos - opensAtNanos;
  }
}
