package io.tokenstorm.coordinator.health;

/**
 * What the client's own lateness adds to measured latencies at most, by estimate from the lag of
 * its event loops; seconds. A stamp is late by the lag at its moment: TTFT and E2E come out too
 * long by no more, a gap is wrong by the difference of two lags, either way.
 *
 * @param ttftP50 median of the lag
 * @param ttftP99 99th percentile of the lag
 * @param gapP50 median of the difference of two lags
 * @param gapP99 99th percentile of it
 * @param gapSigma standard deviation of it
 */
public record ErrorBounds(
    double ttftP50, double ttftP99, double gapP50, double gapP99, double gapSigma) {
  /** Figure by figure the larger. */
  public ErrorBounds or(ErrorBounds other) {
    return new ErrorBounds(
        Math.max(ttftP50, other.ttftP50),
        Math.max(ttftP99, other.ttftP99),
        Math.max(gapP50, other.gapP50),
        Math.max(gapP99, other.gapP99),
        Math.max(gapSigma, other.gapSigma));
  }
}
