package io.tokenstorm.coordinator.page.series;

import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.EnumMap;
import java.util.Map;

/** The first pass: how far the axes have to reach. */
final class Extent {
  private final PhaseFacts facts;
  private final Map<LatencyKind, Range> ranges = new EnumMap<>(LatencyKind.class);
  private final Range input = new Range();
  private long firstSent = Long.MAX_VALUE;
  private long lastEnd = Long.MIN_VALUE;

  Extent(PhaseFacts facts) {
    this.facts = facts;
    for (LatencyKind kind : LatencyKind.values()) {
      ranges.put(kind, new Range());
    }
  }

  /** Smallest and largest of what was taken. */
  static final class Range {
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    void take(double value) {
      if (!Double.isNaN(value)) {
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }

    double min() {
      return min <= max ? min : 0;
    }

    double max() {
      return min <= max ? max : 1;
    }
  }

  void add(RequestRecord record) {
    firstSent = Math.min(firstSent, record.instants().sentNanos());
    lastEnd = Math.max(lastEnd, record.instants().sentNanos() + record.instants().endNanos());
    if (record.key().stage() == LoadStage.MEASURE && record.succeeded()) {
      ranges.forEach((kind, range) -> range.take(kind.shown(kind.metric().nanosOf(record))));
      input.take(record.tokens().input());
    }
  }

  Span span() {
    boolean none = firstSent == Long.MAX_VALUE;
    return Span.of(
        facts, none ? facts.opensAtNanos() : firstSent, none ? facts.closedAtNanos() : lastEnd);
  }

  Range of(LatencyKind kind) {
    return java.util.Objects.requireNonNull(ranges.get(kind));
  }

  Range input() {
    return input;
  }
}
