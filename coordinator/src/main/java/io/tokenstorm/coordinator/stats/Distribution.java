package io.tokenstorm.coordinator.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A sample as numpy would describe it, which is how other tools do: percentiles of one's choice by
 * linear interpolation between closest ranks, the standard deviation of a whole population (with
 * n). Exact sums, each rounded once. Our own reports use {@link Figure}.
 *
 * @param percentiles in the order they were asked for
 */
public record Distribution(
    long count,
    double sum,
    double min,
    double max,
    double mean,
    double deviation,
    List<Double> percentiles) {

  /**
   * Of whole numbers that are not negative.
   *
   * @param unit what each is divided by, such as 1,000,000 for nanoseconds to milliseconds
   * @return empty if there is none
   */
  public static Optional<Distribution> ofWhole(LongSource numbers, long unit, int... percentiles) {
    return of(Summary.ofWhole(numbers), unit, percentiles);
  }

  /**
   * Of finite doubles that are not negative.
   *
   * @param bits each as {@link Double#doubleToRawLongBits}
   * @param unit what each is divided by
   * @return empty if there is none
   */
  public static Optional<Distribution> ofDoubles(LongSource bits, long unit, int... percentiles) {
    return of(Summary.ofDoubles(bits), unit, percentiles);
  }

  private static Optional<Distribution> of(Summary sample, long unit, int... percentiles) {
    if (sample.count() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Distribution(
            sample.count(),
            sample.sum(unit),
            sample.min(unit).doubleValue(),
            sample.max(unit).doubleValue(),
            sample.mean(unit),
            sample.populationDeviation(unit),
            Arrays.stream(sample.percentiles(percentiles)).map(p -> p / unit).boxed().toList()));
  }
}
