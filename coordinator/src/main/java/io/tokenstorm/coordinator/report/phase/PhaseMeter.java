package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.coordinator.report.model.ClockReport;
import io.tokenstorm.coordinator.report.model.Conservation;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.coordinator.stats.Figure;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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

  private final PhaseSamples samples;
  private final TokenMeter tokens;
  private final ErrorMeter errors = new ErrorMeter();
  private final WindowMeter window;
  private final ConservationMeter conservation = new ConservationMeter();
  private final GroupMeter replicas;
  private final GroupMeter workers;
  private long lastEndNanos = Long.MIN_VALUE;
  private double turnaroundNanos;
  private double busyNanos;

  private PhaseMeter(PhaseFacts facts, Plan plan, PhaseRecords records, ColumnStore store) {
    this.facts = facts;
    this.plan = plan;
    this.phase = plan.phases().get(facts.phase());
    this.records = records;
    this.samples = new PhaseSamples(store);
    this.tokens = new TokenMeter(phase.request().outputTokens(), store);
    this.window = new WindowMeter(facts);
    this.replicas =
        new GroupMeter((w, r) -> r.replica().isEmpty() ? "unknown" : r.replica(), store);
    this.workers = new GroupMeter((w, r) -> w, store);
  }

  /**
   * Reads the records, once or twice, and makes the report.
   *
   * @param zeroNanos the instant that the offsets count from, coordinator's ticker
   * @param scratch a directory for what does not fit into memory meanwhile
   * @throws IOException if that directory cannot be used
   */
  public static PhaseReport measure(
      PhaseFacts facts, Plan plan, long zeroNanos, PhaseRecords records, Path scratch)
      throws IOException {
    try (ColumnStore store = ColumnStore.in(scratch)) {
      PhaseMeter meter = new PhaseMeter(facts, plan, records, store);
      records.forEach(meter::add);
      return meter.report(zeroNanos);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
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
    samples.addConnect(record);
    if (record.outcome() instanceof Outcome.Failed failed) {
      errors.add(failed, end - facts.opensAtNanos());
    }
    if (record.succeeded()) {
      samples.addSuccess(record);
      tokens.add(record);
      turnaroundNanos += t.turnaroundNanos();
      busyNanos += t.turnaroundNanos() + t.endNanos();
    }
  }

  private PhaseReport report(long zeroNanos) {
    Map<String, Conservation> conserved = conservation.reports(facts.tallies());
    Conservation count = conserved.getOrDefault(LoadStage.MEASURE.label(), NOTHING);
    PhaseReport.Measured measured = measuredPart(count, zeroNanos);
    return new PhaseReport(
        measured,
        load(count),
        samples.latency(slowStarts(measured.ttft())),
        new PhaseReport.Delivered(
            tokens.lengths(
                facts,
                new TokenMeter.Prompts(plan.promptsOf(phase), plan.workloadOf(phase).inputTokens()),
                measured.outputTokens().p50()),
            tokens.tokensPerChunk(),
            tokens.sources(),
            tokens.zeroTokenAnswers(),
            tokens.finishReasons()),
        new PhaseReport.Split(
            errors.reports(), replicas.reports(), workers.reports(), samples.connections()),
        new PhaseReport.Proof(
            conserved,
            clock(),
            ClientMeter.judge(facts.health(), turnaroundShare(), count.success()),
            facts.health(),
            facts.epoch(),
            facts.restarts().stream()
                .map(r -> new PhaseReport.Restart(r.epoch(), r.why()))
                .toList(),
            List.of()));
  }

  private PhaseReport.Measured measuredPart(Conservation count, long zeroNanos) {
    Latencies.Figures figures = samples.latencies();
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
        samples.inputTokens(),
        samples.outputTokens(),
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
        turnaroundShare(),
        facts.fired().stream().map(this::fired).toList());
  }

  private @Nullable Double turnaroundShare() {
    return busyNanos == 0 ? null : turnaroundNanos / busyNanos;
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

  /** Only where the longest TTFT is beyond the limit are the records read again. */
  private PhaseReport.@Nullable SlowStarts slowStarts(Figure ttft) {
    Double median = ttft.p50();
    Number longest = ttft.max();
    if (median == null || longest == null || !SlowStartMeter.anyBeyond(median, longest)) {
      return null;
    }
    SlowStartMeter meter = new SlowStartMeter(facts.opensAtNanos(), median);
    records.forEach(
        (worker, record) -> {
          if (isMeasured(record) && record.succeeded()) {
            meter.add(record);
          }
        });
    return meter.report();
  }

  private boolean isMeasured(RequestRecord record) {
    return record.key().epoch() == facts.epoch() && record.key().stage() == LoadStage.MEASURE;
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
