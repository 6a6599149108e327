package io.tokenstorm.coordinator.report.model;

import io.tokenstorm.coordinator.calibration.Calibration;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was known of this host's client before the run; tokens/s are of all its streams together.
 *
 * @param at when it was measured
 * @param ageSeconds how long before the run
 * @param loops event loops of the client then
 * @param cleanTokensPerSecond up to there it was clean; {@code null}: not even the slowest step was
 * @param ceilingTokensPerSecond the client's limit; {@code null}: unknown
 * @param highestTokensPerSecond the highest rate seen
 */
public record CalibrationReport(
    Instant at,
    double ageSeconds,
    String host,
    int cores,
    String jvm,
    int loops,
    boolean quick,
    @Nullable Double cleanTokensPerSecond,
    @Nullable Double ceilingTokensPerSecond,
    double highestTokensPerSecond) {
  /** What a report says of a calibration. */
  public static CalibrationReport of(Calibration calibration, Instant runStartedAt) {
    return new CalibrationReport(
        calibration.at(),
        Duration.between(calibration.at(), runStartedAt).toMillis() / 1e3,
        calibration.host(),
        calibration.cores(),
        calibration.jvm(),
        calibration.loops(),
        calibration.quick(),
        calibration.cleanTokensPerSecond(),
        calibration.ceilingTokensPerSecond(),
        calibration.highestTokensPerSecond());
  }
}
