package io.tokenstorm.coordinator.service;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.telemetry.MergedWindow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The runs of one coordinator: one at a time, further ones wait in line. All methods may be called
 * from any thread and return at once.
 */
public interface RunService {
  /**
   * Puts a run at the end of the line.
   *
   * @return its id and place. Fails with {@link RunRefusedException} if the run's directory cannot
   *     be written, or the coordinator is closing
   */
  CompletionStage<Submission> submit(SubmitRequest request);

  /** All runs of this process, in the order they were submitted: ended, current, waiting. */
  List<RunSummary> list();

  /** One run, empty if this process does not know it. */
  Optional<RunSummary> status(String run);

  /**
   * Asks for the end of a run. A waiting run is taken out of the line. The current one stops
   * sending, lets finish what runs, and ends as CANCELLED; with {@code force}, or when asked a
   * second time, what runs is cut at once. An ended run stays as it is.
   *
   * @return the run as it stands after that; empty if this process does not know it
   */
  CompletionStage<Optional<RunSummary>> cancel(String run, boolean force);

  /** The load of all runs of this process so far, by stage, from live sketches. */
  default Map<LoadStage, MergedWindow> loadTotals() {
    return Map.of();
  }

  /** What there is to see right now; immutable, cheap. */
  LiveSnapshot liveSnapshot();

  /**
   * Completes when the run has ended and its report is written. Fails with {@link
   * RunRefusedException} if this process does not know the run.
   */
  CompletionStage<RunOutcome> whenEnded(String run);

  /** From now on the observer is told of every batch of records that is merged. */
  void observe(RunObserver observer);
}
