package io.tokenstorm.coordinator.compare;

import io.tokenstorm.coordinator.compare.bootstrap.Draws;
import io.tokenstorm.coordinator.compare.bootstrap.FewRuns;
import io.tokenstorm.coordinator.compare.bootstrap.Interval;
import io.tokenstorm.coordinator.compare.bootstrap.LatencySample;
import io.tokenstorm.coordinator.compare.model.ComparedFigure;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.Outcome;
import io.tokenstorm.coordinator.compare.model.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares all figures of one phase. */
final class PhaseComparer {
  /** A percentile is judged only if so many values lie beyond it on either side. */
  static final int BEYOND = 5;

  /** Means and rates are judged from so many requests on. */
  static final int FEWEST = 10;

  private static final double[] PERCENTILES = {50, 90, 95, 99};

  private final String phase;
  private final PhaseSamples a;
  private final PhaseSamples b;
  private final Rule rule;
  private final boolean resampleRuns;
  private final double widening;

  PhaseComparer(String phase, PhaseSamples a, PhaseSamples b, Rule rule, double wideningOfFewRuns) {
    this.phase = phase;
    this.a = a;
    this.b = b;
    this.rule = rule;
    this.resampleRuns = a.runs() > 1 && b.runs() > 1;
    this.widening = resampleRuns ? wideningOfFewRuns : wideningOfFewBlocks();
  }

  /** What is drawn with replacement is then blocks instead of runs, and they can be few, too. */
  private double wideningOfFewBlocks() {
    int blocksA = Math.max(2, a.rates().blocks(a.slots()));
    int blocksB = Math.max(2, b.rates().blocks(b.slots()));
    return FewRuns.widening(blocksA, blocksB, rule.confidence());
  }

  /** In the order of {@link ComparedFigure#ALL}. */
  List<Difference> differences() {
    List<Difference> all = new ArrayList<>();
    for (String name : ComparedFigure.LATENCIES) {
      addLatency(name, all);
    }
    addRates(all);
    return all;
  }

  private Draws draws(String what) {
    return new Draws(rule.resamples(), resampleRuns, rule.seed()).mixed(phase).mixed(what);
  }

  private void addLatency(String name, List<Difference> all) {
    LatencySample first = a.latency(name);
    LatencySample second = b.latency(name);
    boolean both = first.size() > 0 && second.size() > 0;
    double[][] ofA = both ? first.replicates(PERCENTILES, a.slots(), draws("A." + name)) : NONE;
    double[][] ofB = both ? second.replicates(PERCENTILES, b.slots(), draws("B." + name)) : NONE;
    int fewer = Math.min(first.size(), second.size());
    for (int i = 0; i <= PERCENTILES.length; i++) {
      ComparedFigure figure = ComparedFigure.of(name, ComparedFigure.STATISTICS.get(i));
      Double valueA = value(first, i);
      Double valueB = value(second, i);
      if (valueA == null || valueB == null) {
        all.add(without(figure, valueA, valueB, "none on " + missing(valueA)));
      } else if (fewer < needed(i)) {
        all.add(without(figure, valueA, valueB, "needs " + needed(i) + ", has " + fewer));
      } else {
        all.add(judged(figure, valueA, valueB, ratios(ofA[i], ofB[i], 1)));
      }
    }
  }

  private static final double[][] NONE = {};

  private static String missing(@Nullable Double valueOfA) {
    return valueOfA == null ? "A" : "B";
  }

  private static int needed(int statistic) {
    return statistic == PERCENTILES.length
        ? FEWEST
        : (int) Math.ceil(BEYOND / (1 - PERCENTILES[statistic] / 100) - 1e-9);
  }

  /** Seconds. */
  private static @Nullable Double value(LatencySample sample, int statistic) {
    if (sample.size() == 0) {
      return null;
    }
    double nanos =
        statistic == PERCENTILES.length ? sample.mean() : sample.percentile(PERCENTILES[statistic]);
    return nanos / 1e9;
  }

  private void addRates(List<Difference> all) {
    boolean enough = Math.min(a.ended(), b.ended()) >= FEWEST;
    String why = "needs " + FEWEST + ", has " + Math.min(a.ended(), b.ended());
    double[] slotsA = a.rates().values();
    double[] slotsB = b.rates().values();
    double[][] ofA = enough ? a.rates().replicates(a.slots(), draws("A.rates")) : NONE;
    double[][] ofB = enough ? b.rates().replicates(b.slots(), draws("B.rates")) : NONE;
    double[][] reported = {{a.tokenRate(), b.tokenRate()}, {a.requestRate(), b.requestRate()}};
    for (int i = 0; i < reported.length; i++) {
      ComparedFigure figure = i == 0 ? ComparedFigure.TOKEN_RATE : ComparedFigure.REQUEST_RATE;
      double valueA = reported[i][0];
      double valueB = reported[i][1];
      if (!(valueA > 0) || !(valueB > 0)) {
        all.add(without(figure, number(valueA), number(valueB), "nothing was answered"));
      } else if (!enough) {
        all.add(without(figure, valueA, valueB, why));
      } else {
        // what the slots show differs from what is reported by a factor that ramp and drain make
        double factor = (valueB / valueA) / (slotsB[i] / slotsA[i]);
        all.add(judged(figure, valueA, valueB, ratios(ofA[i], ofB[i], factor)));
      }
    }
    all.add(errors(slotsA[2], slotsB[2], enough ? minus(ofB[2], ofA[2]) : null, why));
  }

  private Difference errors(double shareA, double shareB, double @Nullable [] changes, String why) {
    ComparedFigure figure = ComparedFigure.ERROR_SHARE;
    if (changes == null || Double.isNaN(shareA) || Double.isNaN(shareB)) {
      return without(figure, number(shareA), number(shareB), why);
    }
    Interval interval = Interval.of(changes, shareB - shareA, rule.confidence(), widening);
    return new Difference(
        figure,
        shareA,
        shareB,
        shareB - shareA,
        interval.low(),
        interval.high(),
        rule.judge(figure, interval.low(), interval.high()),
        "");
  }

  private Difference judged(ComparedFigure figure, double a, double b, double[] ratios) {
    double change = b / a - 1;
    Interval interval = Interval.ofRatio(ratios, b / a, rule.confidence(), widening);
    if (!Double.isFinite(change) || !Double.isFinite(interval.high() - interval.low())) {
      return without(figure, a, b, "a side is 0: no ratio");
    }
    return new Difference(
        figure,
        a,
        b,
        change,
        interval.low(),
        interval.high(),
        rule.judge(figure, interval.low(), interval.high()),
        "");
  }

  private static Difference without(
      ComparedFigure figure, @Nullable Double a, @Nullable Double b, String why) {
    Double change = null;
    if (a != null && b != null && (figure.absolute() || a != 0)) {
      change = figure.absolute() ? b - a : b / a - 1;
    }
    return new Difference(figure, a, b, change, null, null, Outcome.CANNOT_TELL, why);
  }

  private static @Nullable Double number(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static double[] ratios(double[] a, double[] b, double factor) {
    double[] ratios = new double[a.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = b[i] / a[i] * factor;
    }
    return ratios;
  }

  private static double[] minus(double[] b, double[] a) {
    double[] changes = new double[a.length];
    for (int i = 0; i < changes.length; i++) {
      changes[i] = b[i] - a[i];
    }
    return changes;
  }
}
