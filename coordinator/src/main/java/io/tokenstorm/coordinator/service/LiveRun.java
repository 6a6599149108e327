package io.tokenstorm.coordinator.service;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.protocol.plan.Plan;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The current or last run, at one moment.
 *
 * @param summary the run, in short
 * @param plan what it runs
 * @param startedAtNanos when it began, coordinator's ticker
 * @param firstWindowNanos the opening of the run's first measured window, the zero of its reports;
 *     {@link Long#MAX_VALUE} before it is set
 * @param current the phase that runs, or the last one
 * @param settled indexes of the phases that are over, with what they counted
 * @param events all facts noted so far, findings included, oldest first
 * @param readings what each replica told of itself last, by its name; none if they are not asked
 */
public record LiveRun(
    RunSummary summary,
    Plan plan,
    long startedAtNanos,
    long firstWindowNanos,
    @Nullable LivePhase current,
    List<SettledPhase> settled,
    List<StampedEvent> events,
    Map<String, RunEvent.ReplicaReading> readings) {

  /** A run whose replicas are not asked. */
  public LiveRun(
      RunSummary summary,
      Plan plan,
      long startedAtNanos,
      long firstWindowNanos,
      @Nullable LivePhase current,
      List<SettledPhase> settled,
      List<StampedEvent> events) {
    this(summary, plan, startedAtNanos, firstWindowNanos, current, settled, events, Map.of());
  }

  /**
   * What a phase that is over counted in its measured window; exact figures are in the report.
   *
   * @param phase its index
   * @param success requests that succeeded
   * @param errors requests that failed
   * @param cut requests ended by us
   * @param lost requests known to be lost
   */
  public record SettledPhase(int phase, long success, long errors, long cut, long lost) {}
}
