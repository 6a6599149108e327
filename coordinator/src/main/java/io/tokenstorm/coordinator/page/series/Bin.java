package io.tokenstorm.coordinator.page.series;

import org.jspecify.annotations.Nullable;

/**
 * The requests whose time or length lies in one stretch of an axis.
 *
 * @param from its beginning, in the axis's unit
 * @param to its end
 * @param p50 median; {@code null} if there is none
 * @param max largest; {@code null} if there is none
 */
public record Bin(double from, double to, long count, @Nullable Double p50, @Nullable Double max) {

  /** The middle of the stretch. */
  public double middle() {
    return (from + to) / 2;
  }
}
