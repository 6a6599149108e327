package io.tokenstorm.coordinator.report.model;

import io.tokenstorm.coordinator.calibration.Calibration;
import io.tokenstorm.coordinator.health.ClientVerdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was known of this host's client before the run; tokens/s are of all its streams together.
 *
 * @param at when it was measured
 * @param ageSeconds how long before the run
 * @param loops event loops of the client then
 * @param streams open at once then
 * @param cleanTokensPerSecond up to there it was clean; {@code null}: not even the slowest step was
 * @param ceilingTokensPerSecond the client's limit; {@code null}: unknown
 * @param replicaCeilingTokensPerSecond the simulated replica's limit; {@code null}: not reached
 * @param highestTokensPerSecond the highest rate seen
 * @param rates what each rate did to the client, from the slowest to the fastest
 */
public record CalibrationReport(
    Instant at,
    double ageSeconds,
    String host,
    int cores,
    String jvm,
    int loops,
    int streams,
    boolean quick,
    @Nullable Double cleanTokensPerSecond,
    @Nullable Double ceilingTokensPerSecond,
    @Nullable Double replicaCeilingTokensPerSecond,
    double highestTokensPerSecond,
    List<Rate> rates) {
  /**
   * One rate: how late the client's event loops were, and how wrong its records were by the truth
   * log; {@code null} where nothing came.
   */
  public record Rate(
      double tokensPerSecond,
      ClientVerdict verdict,
      @Nullable Double lagP50Seconds,
      @Nullable Double lagP99Seconds,
      @Nullable Double ttftErrorP99Seconds,
      @Nullable Double gapErrorSigmaSeconds) {
    static Rate of(Calibration.Step step) {
      return new Rate(
          step.tokensPerSecond(),
          step.verdict(),
          step.lagP50(),
          step.lagP99(),
          step.ttftErrorP99(),
          step.gapErrorSigma());
    }
  }

  /** What a report says of a calibration. */
  public static CalibrationReport of(Calibration calibration, Instant runStartedAt) {
    return new CalibrationReport(
        calibration.at(),
        Duration.between(calibration.at(), runStartedAt).toMillis() / 1e3,
        calibration.host(),
        calibration.cores(),
        calibration.jvm(),
        calibration.loops(),
        calibration.streams(),
        calibration.quick(),
        calibration.cleanTokensPerSecond(),
        calibration.ceilingTokensPerSecond(),
        calibration.replicaCeilingTokensPerSecond(),
        calibration.highestTokensPerSecond(),
        calibration.steps().stream().map(Rate::of).toList());
  }
}
