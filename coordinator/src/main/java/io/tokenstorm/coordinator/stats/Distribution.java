package io.tokenstorm.coordinator.stats;

import java.math.BigDecimal;
import java.util.ArrayList;
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
    Extremes seen = new Extremes();
    ExactSums sums = new ExactSums();
    numbers.forEach(
        value -> {
          seen.add(value);
          sums.add(value);
        });
    if (seen.count() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        of(
            new Sums(new BigDecimal(sums.sum()), new BigDecimal(sums.squares()), unit),
            seen,
            new double[] {(double) seen.min(), (double) seen.max()},
            Statistics.percentiles(numbers, seen, false, percentiles)));
  }

  /**
   * Of finite doubles that are not negative.
   *
   * @param bits each as {@link Double#doubleToRawLongBits}
   * @param unit what each is divided by
   * @return empty if there is none
   */
  public static Optional<Distribution> ofDoubles(LongSource bits, long unit, int... percentiles) {
    Extremes seen = new Extremes();
    ExactDoubleSums sums = new ExactDoubleSums();
    bits.forEach(
        b -> {
          seen.add(b);
          sums.add(Double.longBitsToDouble(b));
        });
    if (seen.count() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        of(
            new Sums(sums.sum(), sums.squares(), unit),
            seen,
            new double[] {Double.longBitsToDouble(seen.min()), Double.longBitsToDouble(seen.max())},
            Statistics.percentiles(bits, seen, true, percentiles)));
  }

  private record Sums(BigDecimal sum, BigDecimal squares, long unit) {}

  private static Distribution of(Sums sums, Extremes seen, double[] ends, double[] percentiles) {
    List<Double> values = new ArrayList<>();
    for (double percentile : percentiles) {
      values.add(percentile / sums.unit());
    }
    return new Distribution(
        seen.count(),
        ExactSums.mean(sums.sum(), 1, sums.unit()),
        ends[0] / sums.unit(),
        ends[1] / sums.unit(),
        ExactSums.mean(sums.sum(), seen.count(), sums.unit()),
        ExactSums.populationDeviation(sums.sum(), sums.squares(), seen.count(), sums.unit()),
        List.copyOf(values));
  }
}
