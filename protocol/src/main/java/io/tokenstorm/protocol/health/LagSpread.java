package io.tokenstorm.protocol.health;

import java.util.ArrayList;
import java.util.List;

/**
 * How often lags of each length were seen: counts in buckets whose upper edges are 1 µs ×
 * 2<sup>k/4</sup>, k = 0 …, {@value #BUCKETS} of them (up to 14 s; longer ones count in the last).
 * Nodes count in the same buckets, so spreads of several seconds and workers add up. Immutable.
 *
 * @param counts by bucket, without trailing zeros
 */
public record LagSpread(List<Integer> counts) {
  /** How many lengths are told apart. */
  public static final int BUCKETS = 96;

  public static final LagSpread NONE = new LagSpread(List.of());

  private static final double FIRST_NANOS = 1_000;
  private static final double STEP = Math.pow(2, 0.25);

  /**
   * Checks the counts.
   *
   * @throws IllegalArgumentException if there are more than {@value #BUCKETS}, or one is negative
   */
  public LagSpread {
    if (counts.size() > BUCKETS || counts.stream().anyMatch(c -> c < 0)) {
      throw new IllegalArgumentException("no counts of lags: " + counts);
    }
    counts = List.copyOf(counts);
  }

  /** From counts of all buckets. */
  public static LagSpread of(int[] all) {
    int end = all.length;
    while (end > 0 && all[end - 1] == 0) {
      end--;
    }
    List<Integer> counts = new ArrayList<>(end);
    for (int i = 0; i < end; i++) {
      counts.add(all[i]);
    }
    return new LagSpread(counts);
  }

  /** The bucket that a lag belongs to. */
  public static int bucketOf(long nanos) {
    if (nanos <= FIRST_NANOS) {
      return 0;
    }
    double steps = Math.log(nanos / FIRST_NANOS) / Math.log(STEP);
    return (int) Math.min(BUCKETS - 1, Math.ceil(steps - 1e-9));
  }

  /** Upper edge of a bucket: no lag in it is longer, except in the last. */
  public static long edgeNanos(int bucket) {
    return Math.round(FIRST_NANOS * Math.pow(STEP, bucket));
  }

  /** How many lags were seen. */
  public long total() {
    return counts.stream().mapToLong(Integer::longValue).sum();
  }

  /** Both together. */
  public LagSpread plus(LagSpread other) {
    int[] sum = new int[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
      sum[i] = Math.addExact(at(i), other.at(i));
    }
    return of(sum);
  }

  private int at(int bucket) {
    return bucket < counts.size() ? counts.get(bucket) : 0;
  }

  /**
   * A percentile by nearest rank, as the upper edge of its bucket: at most 19 % above the true one.
   *
   * @param p 0–100
   * @return nanoseconds; 0 if nothing was seen
   */
  public long percentileNanos(double p) {
    return quantile(asDoubles(), p);
  }

  /**
   * A percentile of |a − b| of two lags drawn independently: what a gap between two stamps, each of
   * them late by such a lag, is wrong by. Lags of one bucket count as equal.
   *
   * @param p 0–100
   * @return nanoseconds; 0 if nothing was seen
   */
  public long differencePercentileNanos(double p) {
    double[] weights = new double[BUCKETS];
    for (int i = 0; i < counts.size(); i++) {
      for (int j = 0; j <= i; j++) {
        int bucket = i == j ? 0 : bucketOf(edgeNanos(i) - edgeNanos(j));
        weights[bucket] += (i == j ? 1.0 : 2.0) * counts.get(i) * counts.get(j);
      }
    }
    return quantile(weights, p);
  }

  /**
   * Standard deviation of a − b of two lags drawn independently, √2 × that of one lag.
   *
   * @return nanoseconds; 0 if nothing was seen
   */
  public double differenceSigmaNanos() {
    long total = total();
    if (total == 0) {
      return 0;
    }
    double mean = 0;
    for (int i = 0; i < counts.size(); i++) {
      mean += (double) counts.get(i) * edgeNanos(i) / total;
    }
    double square = 0;
    for (int i = 0; i < counts.size(); i++) {
      square += counts.get(i) * Math.pow(edgeNanos(i) - mean, 2) / total;
    }
    return Math.sqrt(2 * square);
  }

  private double[] asDoubles() {
    return counts.stream().mapToDouble(Integer::doubleValue).toArray();
  }

  private static long quantile(double[] weights, double p) {
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    double rank = p / 100 * total;
    double seen = 0;
    for (int i = 0; i < weights.length; i++) {
      seen += weights[i];
      if (weights[i] > 0 && seen >= rank - 1e-9 * total) {
        return edgeNanos(i);
      }
    }
    return 0;
  }
}
