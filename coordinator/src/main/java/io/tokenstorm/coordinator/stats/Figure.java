package io.tokenstorm.coordinator.stats;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of one figure over the requests (or gaps) for which it is defined. What is
 * undefined is {@code null}, never 0.
 *
 * @param min seconds, or a whole number of tokens
 * @param stddev with n − 1; {@code null} if count &lt; 2
 * @param count for how many it is defined
 * @param undefined for how many successful requests it is not
 * @param thin which percentiles rest on too few values to be trusted: {@code p99} below 100, {@code
 *     p95} below 20
 */
public record Figure(
    @Nullable Double p50,
    @Nullable Double p95,
    @Nullable Double p99,
    @Nullable Number min,
    @Nullable Number max,
    @Nullable Double p90,
    @Nullable Double mean,
    @Nullable Double stddev,
    long count,
    long undefined,
    List<String> thin) {

  public Figure {
    min = wide(min);
    max = wide(max);
  }

  /** Whole numbers are longs, whoever made them. */
  private static @Nullable Number wide(@Nullable Number value) {
    return value instanceof Integer ? Long.valueOf(value.longValue()) : value;
  }

  /** A figure that is defined for nothing. */
  static Figure none(long undefined) {
    return new Figure(null, null, null, null, null, null, null, null, 0, undefined, thin(0));
  }

  static List<String> thin(long count) {
    return count < 20 ? List.of("p95", "p99") : count < 100 ? List.of("p99") : List.of();
  }
}
