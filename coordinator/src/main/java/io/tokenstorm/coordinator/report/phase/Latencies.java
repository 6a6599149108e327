package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.stats.Figure;
import io.tokenstorm.coordinator.stats.Statistics;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.function.Predicate;

/** TTFT, TPOT and E2E over one set of successful requests. */
final class Latencies {
  private final Sample ttft = new Sample(Sample.nanos(RequestMetric.TTFT));
  private final Sample tpot = new Sample(Sample.quotient(RequestMetric.TPOT));
  private final Sample e2e = new Sample(Sample.nanos(RequestMetric.E2E));

  /** The three figures. */
  record Figures(Figure ttft, Figure tpot, Figure e2e) {}

  void add(RequestRecord success) {
    ttft.add(success);
    tpot.add(success);
    e2e.add(success);
  }

  Figures figures(PhaseRecords records, Predicate<Sample.Belonging> belongs) {
    return new Figures(
        Statistics.seconds(ttft.source(records, belongs), ttft.undefined()),
        Statistics.quotients(tpot.source(records, belongs), tpot.undefined()),
        Statistics.seconds(e2e.source(records, belongs), e2e.undefined()));
  }
}
