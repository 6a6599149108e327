package io.tokenstorm.coordinator.live.sketch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * How fast two cumulative counters of one worker rise. A rate is the difference between its newest
 * sample and one about {@link WindowSketches#RECENT} older, over the time between <em>their</em>
 * arrivals: a lost sample in between changes nothing, and one worker's silence does not bend
 * another's rate. Times are on the coordinator's ticker.
 */
final class RateMeter {
  /** A worker that said nothing for so long counts as standing still. */
  static final Duration STALE = Duration.ofSeconds(6);

  private static final long SPAN_NANOS = WindowSketches.RECENT.toNanos();
  private static final long SLACK_NANOS = SPAN_NANOS / 6;

  private record Sample(long atNanos, long success, long events) {}

  private final Deque<Sample> samples = new ArrayDeque<>();

  /** Adds a sample; counters never fall. */
  void sample(long atNanos, long success, long events) {
    samples.addLast(new Sample(atNanos, success, events));
    while (samples.size() > 2 && isOldEnough(second(), samples.getLast())) {
      samples.removeFirst();
    }
  }

  /** Successes per second; 0 without two samples. */
  double successRate(long nowNanos) {
    return isFresh(nowNanos)
        ? (samples.getLast().success() - samples.getFirst().success()) / spanSeconds()
        : 0;
  }

  /** Events per second; 0 without two samples. */
  double eventRate(long nowNanos) {
    return isFresh(nowNanos)
        ? (samples.getLast().events() - samples.getFirst().events()) / spanSeconds()
        : 0;
  }

  /** The time between the two samples that a rate is taken from, seconds; 0 without a rate. */
  double spanSeconds(long nowNanos) {
    return isFresh(nowNanos) ? spanSeconds() : 0;
  }

  private double spanSeconds() {
    return (samples.getLast().atNanos() - samples.getFirst().atNanos()) / 1e9;
  }

  private boolean isFresh(long nowNanos) {
    return samples.size() >= 2
        && nowNanos - samples.getLast().atNanos() < STALE.toNanos()
        && samples.getLast().atNanos() - samples.getFirst().atNanos() > 0;
  }

  private Sample second() {
    Iterator<Sample> it = samples.iterator();
    it.next();
    return it.next();
  }

  private static boolean isOldEnough(Sample base, Sample newest) {
    return newest.atNanos() - base.atNanos() >= SPAN_NANOS - SLACK_NANOS;
  }
}
