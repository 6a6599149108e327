package io.tokenstorm.coordinator.compare.bootstrap;

import java.util.Arrays;

/**
 * An interval of a change.
 *
 * @param low lower end
 * @param high upper end
 */
public record Interval(double low, double high) {

  /**
   * The percentile interval (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter
   * 13): the quantiles (1 − confidence) / 2 and (1 + confidence) / 2 of the changes of the
   * resamples, linear between the closest ranks.
   *
   * @param estimate the change itself
   * @param widening factor on both arms, counted from the estimate
   */
  public static Interval of(double[] changes, double estimate, double confidence, double widening) {
    double[] sorted = changes.clone();
    Arrays.sort(sorted);
    double low = quantile(sorted, (1 - confidence) / 2);
    double high = quantile(sorted, (1 + confidence) / 2);
    return new Interval(
        estimate - (estimate - low) * widening, estimate + (high - estimate) * widening);
  }

  /**
   * The same of a ratio, with the arms counted on its logarithm, so that no widening makes it
   * negative.
   *
   * @param ratios B / A of the resamples
   * @param estimate B / A itself, above 0
   * @return of the change, B / A − 1
   */
  public static Interval ofRatio(
      double[] ratios, double estimate, double confidence, double widening) {
    double[] logs = new double[ratios.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = StrictMath.log(ratios[i]);
    }
    Interval interval = of(logs, StrictMath.log(estimate), confidence, widening);
    return new Interval(StrictMath.expm1(interval.low()), StrictMath.expm1(interval.high()));
  }

  private static double quantile(double[] sorted, double q) {
    double rank = q * (sorted.length - 1);
    int below = (int) rank;
    double low = sorted[below];
    return low + (sorted[Math.min(below + 1, sorted.length - 1)] - low) * (rank - below);
  }
}
