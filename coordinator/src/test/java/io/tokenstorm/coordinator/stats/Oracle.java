package io.tokenstorm.coordinator.stats;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of {@code docs/metrics.md} once more, by decimal arithmetic alone: sort, then
 * each step computed without error and rounded to a double where the definition says double. Shares
 * no code with what it checks.
 */
public final class Oracle {
  private static final BigDecimal NANOS = new BigDecimal("1000000000");
  private static final MathContext WIDE = new MathContext(80, RoundingMode.HALF_EVEN);

  private Oracle() {}

  private static BigDecimal rounded(BigDecimal exact) {
    return new BigDecimal(exact.doubleValue());
  }

  /** The p-th percentile of a sorted sample, / unit. */
  public static @Nullable Double percentile(List<BigDecimal> sorted, int p, BigDecimal unit) {
    if (sorted.isEmpty()) {
      return null;
    }
    BigDecimal share = rounded(BigDecimal.valueOf(p).divide(BigDecimal.valueOf(100)));
    BigDecimal rank = rounded(share.multiply(BigDecimal.valueOf(sorted.size() - 1)));
    int below = rank.intValue();
    BigDecimal t = rounded(rank.subtract(BigDecimal.valueOf(below)));
    BigDecimal lo = sorted.get(below);
    BigDecimal hi = sorted.get(Math.min(below + 1, sorted.size() - 1));
    BigDecimal step = rounded(rounded(hi.subtract(lo)).multiply(t));
    return rounded(lo.add(step)).divide(unit, WIDE).doubleValue();
  }

  public static @Nullable Double mean(List<BigDecimal> sample, BigDecimal unit) {
    if (sample.isEmpty()) {
      return null;
    }
    BigDecimal sum = sample.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    return sum.divide(BigDecimal.valueOf(sample.size()).multiply(unit), WIDE).doubleValue();
  }

  /** The root of the mean squared distance from the mean, over n − 1. */
  public static @Nullable Double deviation(List<BigDecimal> sample, BigDecimal unit) {
    int n = sample.size();
    if (n < 2) {
      return null;
    }
    BigDecimal sum = sample.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    // distances scaled by n stay whole: n·x − Σx
    BigDecimal squares = BigDecimal.ZERO;
    for (BigDecimal x : sample) {
      squares = squares.add(x.multiply(BigDecimal.valueOf(n)).subtract(sum).pow(2));
    }
    BigDecimal scale = BigDecimal.valueOf(n).pow(2).multiply(BigDecimal.valueOf(n - 1));
    return squares.divide(scale, WIDE).sqrt(WIDE).divide(unit, WIDE).doubleValue();
  }

  /** All of a figure's statistics. */
  public static Figure figure(List<BigDecimal> sample, BigDecimal unit, long undefined) {
    List<BigDecimal> sorted = sample.stream().sorted().toList();
    int n = sample.size();
    return new Figure(
        percentile(sorted, 50, unit),
        percentile(sorted, 95, unit),
        percentile(sorted, 99, unit),
        n == 0 ? null : extreme(sorted.get(0), unit),
        n == 0 ? null : extreme(sorted.get(n - 1), unit),
        percentile(sorted, 90, unit),
        mean(sample, unit),
        deviation(sample, unit),
        n,
        undefined,
        n < 20 ? List.of("p95", "p99") : n < 100 ? List.of("p99") : List.of());
  }

  /** Durations in nanoseconds, to seconds. */
  public static Figure seconds(List<BigDecimal> nanos, long undefined) {
    return figure(nanos, NANOS, undefined);
  }

  private static Number extreme(BigDecimal value, BigDecimal unit) {
    if (unit.compareTo(BigDecimal.ONE) == 0) {
      return value.longValueExact();
    }
    return value.divide(unit, WIDE).doubleValue();
  }
}
