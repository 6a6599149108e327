package io.tokenstorm.coordinator.page.series;

import java.util.Arrays;

/**
 * A sample of bounded size: all values while they are few, then every second, every fourth and so
 * on, in the order they came. Which are kept depends on that order alone.
 */
final class Thinned {
  private final long[] kept;
  private int size;
  private long count;
  private long every = 1;

  /**
   * An empty one.
   *
   * @param limit values kept at most; a power of two
   */
  Thinned(int limit) {
    this.kept = new long[limit];
  }

  void add(long value) {
    if (count++ % every != 0) {
      return;
    }
    if (size == kept.length) {
      for (int i = 0; i < size / 2; i++) {
        kept[i] = kept[2 * i];
      }
      size /= 2;
      every *= 2;
      if ((count - 1) % every != 0) {
        return;
      }
    }
    kept[size++] = value;
  }

  /** How many were taken. */
  long count() {
    return count;
  }

  /** One of how many is kept. */
  long every() {
    return every;
  }

  /** What is kept, in rising order. */
  long[] sorted() {
    long[] values = Arrays.copyOf(kept, size);
    Arrays.sort(values);
    return values;
  }

  /** Linear between the closest ranks; {@code sorted} must not be empty. */
  static double percentile(long[] sorted, double percentile) {
    double rank = percentile / 100 * (sorted.length - 1);
    int below = (int) rank;
    long low = sorted[below];
    long high = sorted[Math.min(below + 1, sorted.length - 1)];
    return low + (high - low) * (rank - below);
  }
}
