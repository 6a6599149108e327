package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.coordinator.report.model.ClockReport;
import io.tokenstorm.coordinator.report.model.Conservation;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.stats.Figure;
import io.tokenstorm.coordinator.stats.LongSource;
import io.tokenstorm.coordinator.stats.Statistics;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the report of one settled phase. Only records of its settled epoch count; only successful
 * requests of the measured window enter a latency statistic.
 */
public final class PhaseMeter {
  private final PhaseFacts facts;
  private final Plan plan;
  private final Phase phase;
  private final PhaseRecords records;

  private final Latencies latencies = new Latencies();
  private final Sample itl = new Sample(Sample.gaps());
  private final Sample ttfo = new Sample(Sample.nanos(RequestMetric.TTFO));
  private final Sample tail = new Sample(Sample.nanos(RequestMetric.TAIL));
  private final Sample turnaround = new Sample(Sample.nanos(RequestMetric.TURNAROUND));
  private final Sample response = new Sample(Sample.nanos(RequestMetric.RESPONSE_LATENCY));
  private final Sample input = new Sample((record, sink) -> sink.accept(record.tokens().input()));
  private final Sample output = new Sample((record, sink) -> sink.accept(record.tokens().output()));
  private final Sample connect =
      new Sample(
          (record, sink) -> {
            if (record.instants().connectNanos() != Instants.NONE) {
              sink.accept(record.instants().connectNanos());
            }
          });
  private final TokenMeter tokens;
  private final ErrorMeter errors = new ErrorMeter();
  private final WindowMeter window;
  private final ConservationMeter conservation = new ConservationMeter();
  private final GroupMeter replicas =
      new GroupMeter(b -> b.record().replica().isEmpty() ? "unknown" : b.record().replica());
  private final GroupMeter workers = new GroupMeter(Sample.Belonging::worker);
  private long lastEndNanos = Long.MIN_VALUE;
  private double turnaroundNanos;
  private double busyNanos;

  private PhaseMeter(PhaseFacts facts, Plan plan, PhaseRecords records) {
    this.facts = facts;
    this.plan = plan;
    this.phase = plan.phases().get(facts.phase());
    this.records = records;
    this.tokens = new TokenMeter(phase.request().outputTokens());
    this.window = new WindowMeter(facts);
  }

  /**
   * Reads the records, once or more, and makes the report.
   *
   * @param zeroNanos the instant that the offsets count from, coordinator's ticker
   */
  public static PhaseReport measure(
      PhaseFacts facts, Plan plan, long zeroNanos, PhaseRecords records) {
    PhaseMeter meter = new PhaseMeter(facts, plan, records);
    records.forEach(meter::add);
    return meter.report(zeroNanos);
  }

  private void add(String worker, RequestRecord record) {
    if (record.key().epoch() != facts.epoch()) {
      return;
    }
    conservation.add(worker, record);
    window.add(record);
    if (record.key().stage() == LoadStage.MEASURE) {
      addMeasured(worker, record);
    }
  }

  private void addMeasured(String worker, RequestRecord record) {
    Instants t = record.instants();
    long end = t.sentNanos() + t.endNanos();
    lastEndNanos = Math.max(lastEndNanos, end);
    replicas.add(worker, record);
    workers.add(worker, record);
    connect.add(record);
    if (record.outcome() instanceof Outcome.Failed failed) {
      errors.add(failed, end - facts.opensAtNanos());
    }
    if (record.succeeded()) {
      latencies.add(record);
      tokens.add(record);
      for (Sample sample : List.of(itl, ttfo, tail, turnaround, response, input, output)) {
        sample.add(record);
      }
      turnaroundNanos += t.turnaroundNanos();
      busyNanos += t.turnaroundNanos() + t.endNanos();
    }
  }

  private boolean measured(Sample.Belonging b) {
    return b.record().key().epoch() == facts.epoch()
        && b.record().key().stage() == LoadStage.MEASURE;
  }

  private boolean succeeded(Sample.Belonging b) {
    return measured(b) && b.record().succeeded();
  }

  private Figure seconds(Sample sample) {
    return Statistics.seconds(sample.source(records, this::succeeded), sample.undefined());
  }

  private Figure whole(Sample sample) {
    return Statistics.whole(sample.source(records, this::succeeded), sample.undefined());
  }

  private PhaseReport report(long zeroNanos) {
    Map<String, Conservation> conserved = conservation.reports(facts.tallies());
    Conservation count = conserved.getOrDefault(LoadStage.MEASURE.label(), NOTHING);
    PhaseReport.Measured measured = measuredPart(count, zeroNanos);
    return new PhaseReport(
        measured,
        load(count),
        new PhaseReport.Latency(
            seconds(itl),
            seconds(ttfo),
            seconds(tail),
            seconds(turnaround),
            seconds(response),
            slowStarts(measured.ttft().p50())),
        new PhaseReport.Delivered(
            tokens.lengths(plan.workloadOf(phase), facts.lengthFactor(), records, this::succeeded),
            tokens.tokensPerChunk(),
            tokens.sources(),
            tokens.zeroTokenAnswers(),
            tokens.finishReasons()),
        new PhaseReport.Split(
            errors.reports(),
            replicas.reports(records, this::measured),
            workers.reports(records, this::measured),
            connections(connect.source(records, this::measured))),
        new PhaseReport.Proof(
            conserved,
            clock(),
            facts.health(),
            facts.epoch(),
            facts.restarts().stream()
                .map(r -> new PhaseReport.Restart(r.epoch(), r.why()))
                .toList()));
  }

  private PhaseReport.Measured measuredPart(Conservation count, long zeroNanos) {
    Latencies.Figures figures = latencies.figures(records, this::succeeded);
    Rates rates = rates(count.success());
    long end = lastEndNanos == Long.MIN_VALUE ? facts.closedAtNanos() : lastEndNanos;
    return new PhaseReport.Measured(
        phase.name(),
        phase.route(),
        phase.workload(),
        phase.concurrency(),
        count.inLog() + count.lost().atLeast(),
        count.success(),
        count.errors(),
        rates.elapsed,
        rates.tokens,
        rates.requests,
        figures.ttft(),
        figures.tpot(),
        figures.e2e(),
        whole(input),
        whole(output),
        (facts.opensAtNanos() - zeroNanos) / 1e9,
        (end - zeroNanos) / 1e9);
  }

  private PhaseReport.Load load(Conservation count) {
    return new PhaseReport.Load(
        count.cut(),
        count.lost().atLeast(),
        phase.warmup().drain() ? PhaseReport.DRAINED : PhaseReport.WINDOW,
        window.report(phase.concurrency()),
        facts.closedBy(),
        busyNanos == 0 ? null : turnaroundNanos / busyNanos,
        facts.fired().stream().map(this::fired).toList());
  }

  private static final Conservation NOTHING =
      new Conservation(0L, 0, 0, 0, 0, 0, new Conservation.Lost(0, 0L), true);

  private record Rates(
      @Nullable Double elapsed, @Nullable Double tokens, @Nullable Double requests) {}

  private Rates rates(long success) {
    if (!phase.warmup().drain()) {
      PhaseReport.WindowReport report = window.report(phase.concurrency());
      return new Rates(
          facts.windowNanos() == 0 ? null : report.seconds(),
          report.outputTokensPerSecond(),
          report.requestRate());
    }
    if (lastEndNanos <= facts.opensAtNanos()) {
      return new Rates(null, null, null);
    }
    double elapsed = (lastEndNanos - facts.opensAtNanos()) / 1e9;
    return new Rates(elapsed, tokens.outputTokens() / elapsed, success / elapsed);
  }

  private PhaseReport.@Nullable SlowStarts slowStarts(@Nullable Double medianTtft) {
    if (medianTtft == null) {
      return null;
    }
    SlowStartMeter meter = new SlowStartMeter(facts.opensAtNanos(), medianTtft);
    records.forEach(
        (worker, record) -> {
          if (succeeded(new Sample.Belonging(worker, record))) {
            meter.add(record);
          }
        });
    return meter.report();
  }

  private static PhaseReport.Connections connections(LongSource connects) {
    Figure figure = Statistics.seconds(connects, 0);
    return new PhaseReport.Connections(figure.count(), figure);
  }

  private ClockReport clock() {
    Map<String, Double> byWorker = new TreeMap<>();
    for (RunEvent.ClockBound bound : facts.clocks()) {
      byWorker.put(bound.worker(), bound.errorNanos() / 1e9);
    }
    Double largest = byWorker.values().stream().max(Double::compare).orElse(null);
    return new ClockReport(largest, facts.skewNanos() / 1e9, byWorker);
  }

  private PhaseReport.FiredEvent fired(RunEvent.PlanEventFired event) {
    return new PhaseReport.FiredEvent(
        event.label(),
        (event.scheduledAtNanos() - facts.opensAtNanos()) / 1e9,
        (event.firedAtNanos() - facts.opensAtNanos()) / 1e9,
        event.httpStatus(),
        event.error());
  }
}
