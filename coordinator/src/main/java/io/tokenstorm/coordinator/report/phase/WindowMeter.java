package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.coordinator.report.model.PhaseReport.WindowReport;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.RequestRecord;

/**
 * What arrived and what was in flight while the measured window was open, whichever window a
 * request was sent in. The window is half open: its opening belongs to it, its closing does not.
 */
final class WindowMeter {
  private final long opens;
  private final long closes;
  private long wholeTokens;
  private double splitTokens;
  private long completions;
  private double inFlightNanos;

  WindowMeter(PhaseFacts facts) {
    this.opens = facts.opensAtNanos();
    this.closes = facts.closedAtNanos();
  }

  /** Takes any request of the phase. */
  void add(RequestRecord record) {
    Instants t = record.instants();
    long from = Math.max(t.sentNanos(), opens);
    long to = Math.min(t.sentNanos() + t.endNanos(), closes);
    inFlightNanos += Math.max(0, to - from);
    if (record.succeeded()) {
      completions += within(t.sentNanos() + t.endNanos()) ? 1 : 0;
      addTokens(record);
    }
  }

  private void addTokens(RequestRecord record) {
    Instants t = record.instants();
    long tokens = record.tokens().output();
    if (t.lastTokenNanos() == Instants.NONE) {
      return;
    }
    if (t.firstTokenNanos() == Instants.NONE) {
      // not streamed: all of it came with the last byte
      wholeTokens += within(t.sentNanos() + t.lastTokenNanos()) ? tokens : 0;
      return;
    }
    Gaps gaps = record.gaps();
    int events = gaps.size() + 1;
    long at = t.sentNanos() + t.firstTokenNanos();
    int inside = within(at) ? 1 : 0;
    for (int i = 0; i < gaps.size(); i++) {
      at += gaps.nanosAt(i);
      inside += within(at) ? 1 : 0;
    }
    if (inside == events) {
      wholeTokens += tokens;
    } else {
      splitTokens += (double) tokens * inside / events;
    }
  }

  private boolean within(long nanos) {
    return nanos >= opens && nanos < closes;
  }

  WindowReport report(int asked) {
    double seconds = (closes - opens) / 1e9;
    if (closes == opens) {
      return new WindowReport(0, null, null, asked, null);
    }
    return new WindowReport(
        seconds,
        (wholeTokens + splitTokens) / seconds,
        completions / seconds,
        asked,
        inFlightNanos / (closes - opens));
  }
}
