package io.tokenstorm.coordinator.page.series;

import io.tokenstorm.coordinator.report.history.PhaseFacts;

/**
 * The time of a phase, seconds from the opening of its measured window.
 *
 * @param from the first request, warmup included; never above 0
 * @param closes the window's closing
 * @param to the last end; never before {@code closes}
 */
public record Span(double from, double closes, double to) {
  static Span of(PhaseFacts facts, long firstSentNanos, long lastEndNanos) {
    double closes = facts.windowNanos() / 1e9;
    double from = Math.min(0, (firstSentNanos - facts.opensAtNanos()) / 1e9);
    double to = Math.max(closes, (lastEndNanos - facts.opensAtNanos()) / 1e9);
    return new Span(from, closes, to > from ? to : from + 1);
  }

  /** Equal parts of it. */
  double width(int bins) {
    return (to - from) / bins;
  }

  int bin(double seconds, int bins) {
    return Math.max(0, Math.min(bins - 1, (int) ((seconds - from) / width(bins))));
  }
}
