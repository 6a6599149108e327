package io.tokenstorm.coordinator.compare.bootstrap;

import java.util.Arrays;
import java.util.List;

/**
 * One latency of one side: its runs' values in the order the requests were sent. A resample counts
 * how often each place of the pooled, sorted values is drawn, so that its percentiles need no sort.
 * Above {@value #BUCKETS} values neighbours in that order share a count, and a percentile is exact
 * to within one of so many parts of the sample.
 */
public final class LatencySample {
  private static final int BUCKETS = 16_384;

  private final double[] sorted;
  private final int[][] places;
  private final double[][] sums;
  private final int buckets;

  /** Values of each run, none of them NaN. */
  public LatencySample(List<double[]> runs) {
    this.sorted = runs.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    this.buckets = Math.min(BUCKETS, sorted.length);
    this.places = new int[runs.size()][];
    this.sums = new double[runs.size()][];
    for (int i = 0; i < places.length; i++) {
      double[] run = runs.get(i);
      places[i] = new int[run.length];
      sums[i] = new double[run.length + 1];
      for (int j = 0; j < run.length; j++) {
        places[i][j] = (int) ((long) first(run[j]) * buckets / sorted.length);
        sums[i][j + 1] = sums[i][j] + run[j];
      }
    }
  }

  private int first(double value) {
    int at = Arrays.binarySearch(sorted, value);
    while (at > 0 && sorted[at - 1] == value) {
      at--;
    }
    return at;
  }

  public int size() {
    return sorted.length;
  }

  /** The percentile of all values, linear between the closest ranks; needs one value. */
  public double percentile(double percentile) {
    double rank = percentile / 100.0 * (sorted.length - 1);
    int below = (int) rank;
    double low = sorted[below];
    return low + (sorted[Math.min(below + 1, sorted.length - 1)] - low) * (rank - below);
  }

  /** Mean of all values; needs one. */
  public double mean() {
    double sum = 0;
    for (double value : sorted) {
      sum += value;
    }
    return sum / sorted.length;
  }

  /**
   * Percentiles and the mean of resamples.
   *
   * @param percentiles rising
   * @return for each percentile, and then for the mean, one value a resample
   */
  public double[][] replicates(double[] percentiles, int slots, Draws draws) {
    int[] sizes = Arrays.stream(places).mapToInt(p -> p.length).toArray();
    Blocks blocks = new Blocks(sizes, slots, draws.resampleRuns(), draws.seed());
    double[][] replicates = new double[percentiles.length + 1][draws.resamples()];
    int[] counts = new int[buckets];
    for (int r = 0; r < draws.resamples(); r++) {
      Arrays.fill(counts, 0);
      Tally tally = new Tally(counts);
      blocks.draw(tally);
      read(percentiles, counts, tally.drawn, replicates, r);
      replicates[percentiles.length][r] = tally.sum / tally.drawn;
    }
    return replicates;
  }

  private final class Tally implements Blocks.Sink {
    private final int[] counts;
    private long drawn;
    private double sum;

    Tally(int[] counts) {
      this.counts = counts;
    }

    @Override
    public void take(int run, int from, int to) {
      int[] of = places[run];
      for (int i = from; i < to; i++) {
        counts[of[i]]++;
      }
      drawn += to - from;
      sum += sums[run][to] - sums[run][from];
    }
  }

  /** Walks once through the counts for all percentiles. */
  private void read(double[] percentiles, int[] counts, long drawn, double[][] to, int r) {
    int bucket = 0;
    long before = 0;
    for (int p = 0; p < percentiles.length; p++) {
      double rank = percentiles[p] / 100.0 * (drawn - 1);
      long below = (long) rank;
      while (before + counts[bucket] <= below) {
        before += counts[bucket++];
      }
      double low = value(bucket, below - before, counts[bucket]);
      double high = low;
      if (rank > below) {
        high =
            below + 1 < before + counts[bucket]
                ? value(bucket, below + 1 - before, counts[bucket])
                : nextValue(counts, bucket);
      }
      to[p][r] = low + (high - low) * (rank - below);
    }
  }

  private double nextValue(int[] counts, int bucket) {
    int next = bucket + 1;
    while (counts[next] == 0) {
      next++;
    }
    return value(next, 0, counts[next]);
  }

  /** The i-th of {@code count} values drawn from a bucket, taken as spread evenly over it. */
  private double value(int bucket, long i, int count) {
    int from = (int) (((long) bucket * sorted.length + buckets - 1) / buckets);
    int to = (int) (((long) (bucket + 1) * sorted.length + buckets - 1) / buckets);
    return sorted[from + (int) ((2 * i + 1) * (to - from) / (2L * count))];
  }
}
