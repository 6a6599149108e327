package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.coordinator.stats.Figure;
import io.tokenstorm.coordinator.stats.Statistics;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.RequestRecord;

/** TTFT, TPOT and E2E over one set of successful requests. */
final class Latencies {
  private final Sample ttft;
  private final Sample tpot;
  private final Sample e2e;

  Latencies(ColumnStore store) {
    this.ttft = new Sample(Sample.nanos(RequestMetric.TTFT), store);
    this.tpot = new Sample(Sample.quotient(RequestMetric.TPOT), store);
    this.e2e = new Sample(Sample.nanos(RequestMetric.E2E), store);
  }

  /** The three figures. */
  record Figures(Figure ttft, Figure tpot, Figure e2e) {}

  void add(RequestRecord success) {
    ttft.add(success);
    tpot.add(success);
    e2e.add(success);
  }

  Figures figures() {
    return new Figures(
        Statistics.seconds(ttft.numbers(), ttft.undefined()),
        Statistics.quotients(tpot.numbers(), tpot.undefined()),
        Statistics.seconds(e2e.numbers(), e2e.undefined()));
  }
}
