package io.tokenstorm.coordinator.report.model;

import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.Verdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run. The first six and {@code phases} are the keys that reports of serving
 * measurements share; the others are ours. A pure function of the run's directory.
 *
 * @param method how it was measured, generated from the plan
 * @param notes of the plan
 * @param run its id
 * @param verdictReason a sentence
 * @param client whether the clients themselves bent the figures: the gravest of all phases
 * @param findings what a reader should know before using the figures, gravest first
 * @param plan its name
 * @param startedAt wall clock
 * @param timeScale factor on the durations of windows
 * @param host where the coordinator ran
 * @param calibration what {@code tokenstorm calibrate} had found on this host; {@code null}:
 *     nothing
 * @param phasesWithoutResult phases of the plan that were not settled
 * @param phases settled phases, in the order they ran
 */
public record Report(
    String model,
    String engine,
    String hardware,
    String precision,
    String method,
    List<String> notes,
    String run,
    Verdict verdict,
    String verdictReason,
    ClientVerdict client,
    List<Finding> findings,
    String plan,
    String planHash,
    long seed,
    String salt,
    Instant startedAt,
    double timeScale,
    List<String> command,
    RunInfo.Versions versions,
    RunInfo.Host host,
    List<WorkerInfo> workers,
    @Nullable CalibrationReport calibration,
    List<String> phasesWithoutResult,
    List<PhaseReport> phases) {

  /** A worker that took part. */
  public record WorkerInfo(
      String worker,
      int incarnation,
      String host,
      long pid,
      int cores,
      int weight,
      String tokenstormVersion) {}
}
