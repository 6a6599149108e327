package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.model.PhaseReport.SlowStarts;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/**
 * Successful requests that waited far longer for their first token than the median: a sign of a
 * target that was not warm, or that stalled.
 */
final class SlowStartMeter {
  /** How many times the median is far longer. */
  static final int FACTOR = 20;

  private final long opensAtNanos;
  private final double limitNanos;
  private long count;
  private long firstSent = Long.MAX_VALUE;
  private long lastSent = Long.MIN_VALUE;
  private long lastToken = Long.MIN_VALUE;

  SlowStartMeter(long opensAtNanos, double medianTtftSeconds) {
    this.opensAtNanos = opensAtNanos;
    this.limitNanos = FACTOR * medianTtftSeconds * 1e9;
  }

  /** Whether any can be that slow, by the longest TTFT of all; in doubt, yes. */
  static boolean anyBeyond(double medianTtftSeconds, Number longestSeconds) {
    return longestSeconds.doubleValue() >= 0.999 * FACTOR * medianTtftSeconds;
  }

  /** Takes a successful measured request. */
  void add(RequestRecord record) {
    double ttft = RequestMetric.TTFT.nanosOf(record);
    if (ttft > limitNanos) {
      long sent = record.instants().sentNanos() - opensAtNanos;
      count++;
      firstSent = Math.min(firstSent, sent);
      lastSent = Math.max(lastSent, sent);
      lastToken = Math.max(lastToken, sent + (long) ttft);
    }
  }

  @Nullable SlowStarts report() {
    return count == 0
        ? null
        : new SlowStarts(limitNanos / 1e9, count, firstSent / 1e9, lastSent / 1e9, lastToken / 1e9);
  }
}
