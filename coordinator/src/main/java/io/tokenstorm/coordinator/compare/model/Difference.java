package io.tokenstorm.coordinator.compare.model;

import org.jspecify.annotations.Nullable;

/**
 * One figure of one phase on both sides. Values in seconds, per second, or parts of one.
 *
 * @param a value of A; {@code null} if undefined
 * @param b value of B
 * @param change B / A − 1, or B − A where the figure is a share; {@code null} if undefined
 * @param low lower end of the change's interval; {@code null} if there is none
 * @param high upper end
 * @param why there is no interval; empty if there is one
 */
public record Difference(
    ComparedFigure figure,
    @Nullable Double a,
    @Nullable Double b,
    @Nullable Double change,
    @Nullable Double low,
    @Nullable Double high,
    Outcome outcome,
    String why) {

  /** Half the interval's width: changes below it drown in noise. */
  public @Nullable Double noise() {
    return low == null || high == null ? null : (high - low) / 2;
  }
}
