package io.tokenstorm.coordinator.page.chart;

import io.tokenstorm.coordinator.page.markup.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * One axis: which values it spans, where a value lies between 0 and 1, and where its marks are.
 *
 * @param label what it shows, with its unit
 * @param kind how values are spread
 * @param min smallest value
 * @param max largest value, above {@code min}
 * @param ticks where marks stand
 */
public record Axis(String label, Kind kind, double min, double max, List<Tick> ticks) {

  /** How values are spread over an axis. */
  public enum Kind {
    /** Evenly. */
    LINEAR,
    /** By their logarithm. */
    LOG,
    /** Percentiles, by the logarithm of what lies above: each nine takes the same room. */
    NINES
  }

  /** A mark. */
  public record Tick(double value, String text) {}

  /** Beyond this ratio of the largest to the smallest value an axis goes by the logarithm. */
  private static final double WIDE = 30;

  private static final int MARKS = 6;

  /** Evenly from {@code min} to {@code max} as they are, which are widened if they are the same. */
  public static Axis linear(String label, double min, double max) {
    double low = min;
    double high = max > min ? max : min + Math.max(1, Math.abs(min) * 0.1);
    double step = step((high - low) / MARKS);
    List<Tick> ticks = new ArrayList<>();
    for (double k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
      ticks.add(new Tick(k * step, Numbers.tick(k * step)));
    }
    return new Axis(label, Kind.LINEAR, low, high, ticks);
  }

  /** From 0 to a round number at or above {@code max}. */
  public static Axis fromZero(String label, double max) {
    double step = step(Math.max(max, 1e-9) / (MARKS - 1));
    return linear(label, 0, Math.ceil(Math.max(max, 1e-9) / step - 1e-9) * step);
  }

  /**
   * For values from {@code min} to {@code max}: from zero where they are of one size, else by the
   * logarithm.
   */
  public static Axis fitting(String label, double min, double max) {
    return min > 0 && max / min > WIDE ? log(label, min, max) : fromZero(label, max);
  }

  /** By the logarithm, from a round number at or below {@code min}, which must be above 0. */
  public static Axis log(String label, double min, double max) {
    double low = roundDown(min);
    double high = roundUp(Math.max(max, low * 1.0001));
    boolean decadesOnly = high / low > 2000;
    List<Tick> ticks = new ArrayList<>();
    for (double mark = low; mark <= high * (1 + 1e-9); mark = next(mark)) {
      if (!decadesOnly || leading(mark) < 1.5) {
        ticks.add(new Tick(mark, Numbers.tick(mark)));
      }
    }
    return new Axis(label, Kind.LOG, low, high, ticks);
  }

  /** Percentiles from 0 to just below 100: {@code highest} is where it ends. */
  public static Axis percentiles(String label, double highest) {
    List<Tick> ticks = new ArrayList<>();
    for (double p : new double[] {0, 50, 90, 99, 99.9, 99.99}) {
      if (p <= highest) {
        ticks.add(new Tick(p, "p" + Numbers.tick(p)));
      }
    }
    return new Axis(label, Kind.NINES, 0, highest, ticks);
  }

  /** The same marks with other words. */
  public Axis named(DoubleFunction<String> words) {
    return new Axis(
        label,
        kind,
        min,
        max,
        ticks.stream().map(t -> new Tick(t.value(), words.apply(t.value()))).toList());
  }

  /** Where a value lies: 0 at the beginning, 1 at the end; outside values at the nearest end. */
  public double at(double value) {
    double position = (spread(value) - spread(min)) / (spread(max) - spread(min));
    return Math.min(1, Math.max(0, position));
  }

  private double spread(double value) {
    return switch (kind) {
      case LINEAR -> value;
      case LOG -> StrictMath.log(Math.max(value, min));
      case NINES -> -StrictMath.log(1 - Math.min(value, max) / 100);
    };
  }

  /** 1, 2 or 5 × a power of ten, at or above {@code least}. */
  private static double step(double least) {
    return roundUp(least);
  }

  private static double roundUp(double value) {
    double power = power(value);
    double lead = value / power * (1 - 1e-12);
    return lead <= 1 ? power : lead <= 2 ? 2 * power : lead <= 5 ? 5 * power : 10 * power;
  }

  private static double roundDown(double value) {
    double power = power(value);
    double lead = value / power * (1 + 1e-12);
    return lead >= 5 ? 5 * power : lead >= 2 ? 2 * power : power;
  }

  private static double next(double mark) {
    double lead = leading(mark);
    double power = power(mark);
    return lead < 1.5 ? 2 * power : lead < 3.5 ? 5 * power : 10 * power;
  }

  private static double leading(double value) {
    return value / power(value);
  }

  /** The power of ten at or below a positive value. */
  private static double power(double value) {
    return StrictMath.pow(10, Math.floor(StrictMath.log10(value) + 1e-9));
  }
}
