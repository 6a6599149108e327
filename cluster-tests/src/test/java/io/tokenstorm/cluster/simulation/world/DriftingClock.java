package io.tokenstorm.cluster.simulation.world;

/**
 * A machine's monotonic clock: it began anywhere, below zero too, and runs a little too fast or too
 * slow.
 *
 * @param offsetNanos what it reads at the true time zero
 * @param driftPerMillion how much it gains, parts per million
 */
public record DriftingClock(long offsetNanos, long driftPerMillion) {
  private static final long MILLION = 1_000_000;

  /** What it reads at a true time. */
  public long read(long trueNanos) {
    return offsetNanos + trueNanos + Math.floorDiv(trueNanos * driftPerMillion, MILLION);
  }

  /** The first true time at which it reads no less than this; far future stays far. */
  public long trueTimeOf(long readNanos) {
    if (readNanos == Long.MAX_VALUE) {
      return Long.MAX_VALUE;
    }
    long since = readNanos - offsetNanos;
    long guess = (long) ((double) since * MILLION / (MILLION + driftPerMillion));
    while (read(guess) >= readNanos) {
      guess -= 1 + Math.max(0, read(guess) - readNanos);
    }
    while (read(guess) < readNanos) {
      guess += Math.max(1, (readNanos - read(guess)) / 2);
    }
    return guess;
  }
}
