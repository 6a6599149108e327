package io.tokenstorm.coordinator.compare.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LatencySampleTest {
  private static final double[] PERCENTILES = {50, 90, 99};

  private static double[] lognormal(Random random, int count, double scale, double sigma) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = scale * Math.exp(sigma * random.nextGaussian());
    }
    return values;
  }

  /** The same draws, gathered and sorted. */
  private static double[][] plain(List<double[]> runs, int slots, Draws draws) {
    int[] sizes = runs.stream().mapToInt(r -> r.length).toArray();
    Blocks blocks = new Blocks(sizes, slots, draws.resampleRuns(), draws.seed());
    double[][] result = new double[PERCENTILES.length + 1][draws.resamples()];
    for (int r = 0; r < draws.resamples(); r++) {
      List<Double> drawn = new ArrayList<>();
      blocks.draw(
          (run, from, to) -> {
            for (int i = from; i < to; i++) {
              drawn.add(runs.get(run)[i]);
            }
          });
      double[] sorted = drawn.stream().mapToDouble(d -> d).sorted().toArray();
      for (int p = 0; p < PERCENTILES.length; p++) {
        double rank = PERCENTILES[p] / 100.0 * (sorted.length - 1);
        int k = (int) rank;
        double high = sorted[Math.min(k + 1, sorted.length - 1)];
        result[p][r] = sorted[k] + (high - sorted[k]) * (rank - k);
      }
      result[PERCENTILES.length][r] = Arrays.stream(sorted).average().orElseThrow();
    }
    return result;
  }

  @Test
  void replicates_fewValues_areThoseOfSortingEachResample() {
    Random random = new Random(1);
    List<double[]> runs =
        List.of(lognormal(random, 301, 100, 0.4), new double[] {5, 5, 5, 7}, new double[] {90});
    Draws draws = new Draws(60, true, 7);
    double[][] fast = new LatencySample(runs).replicates(PERCENTILES, 4, draws);
    double[][] plain = plain(runs, 4, draws);
    for (int i = 0; i < fast.length; i++) {
      for (int r = 0; r < 60; r++) {
        assertThat(fast[i][r]).isCloseTo(plain[i][r], within(1e-9));
      }
    }
  }

  @Test
  void replicates_manyValues_areNearThoseOfSorting() {
    List<double[]> runs = List.of(lognormal(new Random(2), 60_000, 100, 0.5));
    Draws draws = new Draws(10, false, 7);
    double[][] fast = new LatencySample(runs).replicates(PERCENTILES, 16, draws);
    double[][] plain = plain(runs, 16, draws);
    for (int i = 0; i < fast.length; i++) {
      for (int r = 0; r < 10; r++) {
        assertThat(fast[i][r] / plain[i][r]).isCloseTo(1, within(0.01));
      }
    }
  }

  /** How often the interval of B against A holds the true change, over many pairs. */
  private static double coverage(int percentile, int count, double truth, boolean correlated) {
    Random random = new Random(3);
    int trials = 300;
    int held = 0;
    for (int trial = 0; trial < trials; trial++) {
      double[] a = correlated ? waves(random, count, 1) : lognormal(random, count, 100, 0.3);
      double[] b =
          correlated ? waves(random, count, truth) : lognormal(random, count, 100 * truth, 0.3);
      LatencySample first = new LatencySample(List.of(a));
      LatencySample second = new LatencySample(List.of(b));
      double[] p = {percentile};
      double[] ofA = first.replicates(p, 8, new Draws(300, false, trial))[0];
      double[] ofB = second.replicates(p, 8, new Draws(300, false, -1L - trial))[0];
      double[] changes = new double[ofA.length];
      for (int i = 0; i < changes.length; i++) {
        changes[i] = ofB[i] / ofA[i] - 1;
      }
      double change = second.percentile(percentile) / first.percentile(percentile) - 1;
      Interval interval = Interval.of(changes, change, 0.95, 1);
      held += interval.low() <= truth - 1 && truth - 1 <= interval.high() ? 1 : 0;
    }
    return (double) held / trials;
  }

  /** Eight requests at a time that share most of their fate. */
  private static double[] waves(Random random, int count, double scale) {
    double[] values = new double[count];
    double wave = 0;
    for (int i = 0; i < count; i++) {
      wave = i % 8 == 0 ? random.nextGaussian() : wave;
      values[i] = scale * 100 * Math.exp(0.3 * wave + 0.05 * random.nextGaussian());
    }
    return values;
  }

  @Test
  void interval_ofTheMedian_holdsTheTruthAboutAsOftenAsItSays() {
    assertThat(coverage(50, 200, 1.1, false)).isBetween(0.91, 0.99);
  }

  @Test
  void interval_ofTheP99_holdsTheTruthAboutAsOftenAsItSays() {
    assertThat(coverage(99, 600, 1.1, false)).isBetween(0.89, 0.99);
  }

  @Test
  void interval_ofRequestsThatComeInWaves_holdsTheTruthToo() {
    assertThat(coverage(50, 480, 1.1, true)).isBetween(0.89, 0.99);
  }

  /** Far above what it takes, so that only a wrong order of growth breaks it. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void replicates_aHundredThousandRequests_takeNoTimeToSpeakOf() {
    LatencySample sample = new LatencySample(List.of(lognormal(new Random(4), 100_000, 100, 0.5)));
    assertThat(sample.replicates(PERCENTILES, 32, new Draws(2000, false, 1))[0]).hasSize(2000);
  }
}
