package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.coordinator.stats.Figure;
import io.tokenstorm.coordinator.stats.Statistics;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The samples of one phase's measured requests, all replicas and workers together. */
final class PhaseSamples {
  private final Latencies latencies;
  private final Sample itl;
  private final Sample ttfo;
  private final Sample tail;
  private final Sample turnaround;
  private final Sample response;
  private final Sample input;
  private final Sample output;
  private final Sample connect;
  private final List<Sample> ofSuccess;

  PhaseSamples(ColumnStore store) {
    latencies = new Latencies(store);
    itl = new Sample(Sample.gaps(), store);
    ttfo = new Sample(Sample.nanos(RequestMetric.TTFO), store);
    tail = new Sample(Sample.nanos(RequestMetric.TAIL), store);
    turnaround = new Sample(Sample.nanos(RequestMetric.TURNAROUND), store);
    response = new Sample(Sample.nanos(RequestMetric.RESPONSE_LATENCY), store);
    input = new Sample((record, sink) -> sink.accept(record.tokens().input()), store);
    output = new Sample((record, sink) -> sink.accept(record.tokens().output()), store);
    connect =
        new Sample(
            (record, sink) -> {
              if (record.instants().connectNanos() != Instants.NONE) {
                sink.accept(record.instants().connectNanos());
              }
            },
            store);
    ofSuccess = List.of(itl, ttfo, tail, turnaround, response, input, output);
  }

  /** Takes any measured request. */
  void addConnect(RequestRecord record) {
    connect.add(record);
  }

  /** Takes a successful one. */
  void addSuccess(RequestRecord record) {
    latencies.add(record);
    for (Sample sample : ofSuccess) {
      sample.add(record);
    }
  }

  Latencies.Figures latencies() {
    return latencies.figures();
  }

  Figure inputTokens() {
    return Statistics.whole(input.numbers(), input.undefined());
  }

  Figure outputTokens() {
    return Statistics.whole(output.numbers(), output.undefined());
  }

  PhaseReport.Latency latency(PhaseReport.@Nullable SlowStarts slowStarts) {
    return new PhaseReport.Latency(
        seconds(itl),
        seconds(ttfo),
        seconds(tail),
        seconds(turnaround),
        seconds(response),
        slowStarts);
  }

  PhaseReport.Connections connections() {
    Figure figure = Statistics.seconds(connect.numbers(), 0);
    return new PhaseReport.Connections(figure.count(), figure);
  }

  private static Figure seconds(Sample sample) {
    return Statistics.seconds(sample.numbers(), sample.undefined());
  }
}
