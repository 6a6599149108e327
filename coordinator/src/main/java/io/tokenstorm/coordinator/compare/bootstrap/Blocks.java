package io.tokenstorm.coordinator.compare.bootstrap;

import java.util.SplittableRandom;

/**
 * Which requests a resample takes: runs with replacement where runs are resampled, and within a run
 * stretches of consecutive requests, wrapped around its end, until there are as many as the run has
 * (circular block bootstrap: Politis and Romano, 1992). Neighbours stay together because requests
 * that run at the same time share their fate.
 */
final class Blocks {
  /** Takes the requests from {@code from} to {@code to} − 1 of a run. */
  interface Sink {
    void take(int run, int from, int to);
  }

  /** A block is no longer than this part of a run, so that a resample has some to vary. */
  private static final int FEWEST = 20;

  private static final int ROUNDS = 3;

  private final int[] sizes;
  private final int[] lengths;
  private final boolean resampleRuns;
  private final SplittableRandom random;

  /**
   * Blocks of some runs.
   *
   * @param sizes requests of each run
   * @param slots requests that run at the same time
   */
  Blocks(int[] sizes, int slots, boolean resampleRuns, long seed) {
    this.sizes = sizes;
    this.lengths = new int[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      lengths[i] = length(sizes[i], slots);
    }
    this.resampleRuns = resampleRuns;
    this.random = new SplittableRandom(seed);
  }

  /**
   * The third root of the number of requests (the order that Künsch, 1989, found best for a
   * variance), at least three rounds of all slots, at most a twentieth of all. Slots that keep step
   * make waves as long as a round; a block of one round cuts most of them in two.
   */
  static int length(int requests, int slots) {
    int root = (int) Math.ceil(StrictMath.cbrt(requests) - 1e-9);
    return Math.max(1, Math.min(Math.max(root, ROUNDS * slots), requests / FEWEST));
  }

  /** One resample. */
  void draw(Sink sink) {
    for (int i = 0; i < sizes.length; i++) {
      drawRun(resampleRuns ? random.nextInt(sizes.length) : i, sink);
    }
  }

  private void drawRun(int run, Sink sink) {
    int size = sizes[run];
    int left = size;
    while (left > 0) {
      int length = Math.min(lengths[run], left);
      int from = random.nextInt(size);
      int end = from + length;
      sink.take(run, from, Math.min(end, size));
      if (end > size) {
        sink.take(run, 0, end - size);
      }
      left -= length;
    }
  }
}
