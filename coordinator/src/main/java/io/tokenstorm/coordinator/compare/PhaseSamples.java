package io.tokenstorm.coordinator.compare;

import io.tokenstorm.coordinator.compare.bootstrap.LatencySample;
import io.tokenstorm.coordinator.compare.bootstrap.RateSample;
import io.tokenstorm.coordinator.report.StoredRun;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The measured requests of one phase on one side, as the bootstrap takes them: by run, in the order
 * they were sent. About 60 bytes a request are held.
 */
final class PhaseSamples {
  private final List<Run> runs = new ArrayList<>();
  private final List<PhaseReport> reports;

  PhaseSamples(Side side, String phase) {
    this.reports = side.phase(phase);
    for (StoredRun stored : side.runs()) {
      if (Side.phase(stored, phase) != null) {
        Run run = new Run();
        stored.measured(phase).forEach((worker, record) -> run.add(record));
        run.requests.sort(Comparator.comparingLong(Request::sentNanos));
        runs.add(run);
      }
    }
  }

  /** What is compared of one request; NaN where undefined, tokens −1 where it failed. */
  private record Request(
      long sentNanos, double ttft, double tpot, double e2e, double tokens, double slotSeconds) {}

  private static final class Run {
    private final List<Request> requests = new ArrayList<>();

    void add(RequestRecord record) {
      if (record.outcome() instanceof Outcome.Cut) {
        return;
      }
      boolean good = record.succeeded();
      requests.add(
          new Request(
              record.instants().sentNanos(),
              good ? RequestMetric.TTFT.nanosOf(record) : Double.NaN,
              good ? RequestMetric.TPOT.nanosOf(record) : Double.NaN,
              good ? RequestMetric.E2E.nanosOf(record) : Double.NaN,
              good ? record.tokens().output() : -1,
              (record.instants().turnaroundNanos() + record.instants().endNanos()) / 1e9));
    }
  }

  int runs() {
    return runs.size();
  }

  /** Measured requests, of all runs. */
  long requests() {
    return reports.stream().mapToLong(p -> p.measured().requests()).sum();
  }

  int slots() {
    return reports.stream().mapToInt(p -> p.measured().concurrency()).max().orElse(1);
  }

  /** {@code ttft}, {@code tpot} or {@code e2e}, nanoseconds. */
  LatencySample latency(String name) {
    Function<Request, Double> value =
        switch (name) {
          case "ttft" -> Request::ttft;
          case "tpot" -> Request::tpot;
          default -> Request::e2e;
        };
    return new LatencySample(
        runs.stream()
            .map(
                r ->
                    r.requests.stream()
                        .map(value)
                        .filter(v -> !v.isNaN())
                        .mapToDouble(Double::doubleValue)
                        .toArray())
            .filter(values -> values.length > 0)
            .toList());
  }

  RateSample rates() {
    List<RateSample.Run> rates = new ArrayList<>();
    for (Run run : runs) {
      RateSample.Run of = new RateSample.Run(run.requests.size());
      run.requests.forEach(r -> of.add(r.tokens(), r.slotSeconds()));
      rates.add(of);
    }
    return new RateSample(rates);
  }

  /** Requests that the rates rest on. */
  long ended() {
    return runs.stream().mapToLong(r -> r.requests.size()).sum();
  }

  /** Output tokens over elapsed seconds as reported, all runs together; NaN if undefined. */
  double tokenRate() {
    return pooled(p -> p.outputTokensPerSecond());
  }

  /** Successes over elapsed seconds as reported, all runs together; NaN if undefined. */
  double requestRate() {
    return pooled(p -> p.requestRate());
  }

  private double pooled(
      Function<PhaseReport.Measured, @org.jspecify.annotations.Nullable Double> rate) {
    double amount = 0;
    double elapsed = 0;
    for (PhaseReport phase : reports) {
      Double seconds = phase.measured().elapsed();
      Double value = rate.apply(phase.measured());
      if (seconds != null && value != null) {
        amount += value * seconds;
        elapsed += seconds;
      }
    }
    return elapsed == 0 ? Double.NaN : amount / elapsed;
  }
}
