package io.tokenstorm.worker.live;

import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The finished requests of one window, summed up. Not thread-safe. */
final class WindowTally {
  private final Histogram ttft = LatencySketch.newHistogram();
  private final Histogram tpot = LatencySketch.newHistogram();
  private final Histogram e2e = LatencySketch.newHistogram();
  private final Histogram itl = LatencySketch.newHistogram();
  private final Map<String, Long> errors = new TreeMap<>();
  private long success;
  private long outputTokens;
  private long events;

  void count(RequestRecord record) {
    events += record.tokens().events();
    if (record.outcome() instanceof Outcome.Failed failed) {
      errors.merge(failed.kind().label(), 1L, Long::sum);
    }
    if (!record.succeeded()) {
      return;
    }
    success++;
    outputTokens += record.tokens().output();
    countDefined(ttft, RequestMetric.TTFT.nanosOf(record));
    countDefined(tpot, RequestMetric.TPOT.nanosOf(record));
    countDefined(e2e, RequestMetric.E2E.nanosOf(record));
    Gaps gaps = record.gaps();
    for (int i = 0; i < gaps.size(); i++) {
      LatencySketch.count(itl, (double) gaps.nanosAt(i));
    }
  }

  /** What is known now. */
  LiveSketch sketch(LiveSource source, WindowKey key, long sent, long streamedEvents) {
    return new LiveSketch(
        source.worker(),
        source.incarnation(),
        source.run(),
        key.epoch(),
        key.phase(),
        key.stage(),
        sent,
        success,
        new TreeMap<>(errors),
        outputTokens,
        Math.max(events, streamedEvents),
        LatencySketch.of(ttft),
        LatencySketch.of(tpot),
        LatencySketch.of(e2e),
        LatencySketch.of(itl));
  }

  private static void countDefined(Histogram histogram, double nanos) {
    if (!Double.isNaN(nanos)) {
      LatencySketch.count(histogram, nanos);
    }
  }
}
