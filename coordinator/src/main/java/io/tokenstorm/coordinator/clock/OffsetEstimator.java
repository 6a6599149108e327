package io.tokenstorm.coordinator.clock;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Estimates one worker's clock from probes, as Cristian's algorithm does: a probe sent at {@code
 * t0}, answered at {@code w} by the worker's ticker, received at {@code t1} says that the offset is
 * {@code w − (t0 + t1) / 2}, with an error of at most {@code (t1 − t0) / 2}. A sample ages by the
 * drift that is allowed between two clocks; the one with the least error now wins, and samples
 * older than {@link #WINDOW} are forgotten, so that a drift is followed. All instants are
 * nanoseconds.
 *
 * <p>Invariant: if the clocks drift apart by no more than {@link #DRIFT_PER_MILLION} parts per
 * million, the true offset lies within the stated error.
 */
public final class OffsetEstimator {
  /** How long a sample is kept. */
  public static final Duration WINDOW = Duration.ofSeconds(30);

  /** Allowed drift between two machines' monotonic clocks, parts per million. */
  public static final long DRIFT_PER_MILLION = 200;

  /** Samples needed before the estimate is used. */
  public static final int READY_SAMPLES = 5;

  private static final int MOST_SAMPLES = 128;

  private final Deque<Sample> samples = new ArrayDeque<>();
  private long seen;

  private record Sample(long atNanos, long offsetNanos, long halfTripNanos) {
    /** The true offset lies within ± this at {@code nowNanos}. */
    long errorAt(long nowNanos) {
      return halfTripNanos + driftNanos(nowNanos - atNanos);
    }
  }

  /**
   * Takes one answered probe.
   *
   * @param sentNanos the coordinator's ticker when the probe left
   * @param workerNanos the worker's ticker when it answered
   * @param receivedNanos the coordinator's ticker when the answer came; an answer from before the
   *     probe is no sample
   */
  public void sample(long sentNanos, long workerNanos, long receivedNanos) {
    long trip = receivedNanos - sentNanos;
    if (trip < 0) {
      return;
    }
    // The drift inside the trip itself belongs to the error; it is part of the constant term up to
    // a second and of the age from there on, so the sample counts from the moment the probe left.
    samples.addLast(new Sample(sentNanos, workerNanos - (sentNanos + trip / 2), trip / 2 + 1));
    seen++;
    if (samples.size() > MOST_SAMPLES) {
      samples.removeFirst();
    }
  }

  /** How far two clocks may drift apart in a while. */
  public static long driftNanos(long whileNanos) {
    return Math.max(0, whileNanos) / 1_000_000 * DRIFT_PER_MILLION + DRIFT_PER_MILLION;
  }

  /** Whether enough probes were answered to rely on the estimate. */
  public boolean ready() {
    return seen >= READY_SAMPLES;
  }

  /** The best estimate now; empty before the first sample. The last sample is never forgotten. */
  public Optional<ClockEstimate> estimate(long nowNanos) {
    forget(nowNanos);
    Sample best = null;
    for (Sample sample : samples) {
      if (best == null || sample.errorAt(nowNanos) < best.errorAt(nowNanos)) {
        best = sample;
      }
    }
    return best == null
        ? Optional.empty()
        : Optional.of(new ClockEstimate(best.offsetNanos(), best.errorAt(nowNanos)));
  }

  private void forget(long nowNanos) {
    while (samples.size() > 1 && nowNanos - samples.getFirst().atNanos() > WINDOW.toNanos()) {
      samples.removeFirst();
    }
  }
}
