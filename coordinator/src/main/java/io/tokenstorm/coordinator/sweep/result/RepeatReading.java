package io.tokenstorm.coordinator.sweep.result;

import io.tokenstorm.coordinator.report.StoredRun;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.stats.LongSource;
import io.tokenstorm.coordinator.stats.Statistics;
import io.tokenstorm.coordinator.sweep.model.LatencyMillis;
import io.tokenstorm.coordinator.sweep.model.RowMetrics;
import io.tokenstorm.coordinator.sweep.model.Scenario.PromptLength;
import io.tokenstorm.coordinator.sweep.model.Scenario.Repeat;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The measured requests of a row's repeats, read from their runs' directories. */
public final class RepeatReading {
  private final LengthReading lengths;
  private final List<RequestRecord> succeeded = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final List<Repeat> repeats = new ArrayList<>();
  private String error = "";
  private long total;
  private double durationS;
  private boolean anyDuration;

  /**
   * @param aimed tokens that each prompt was to have
   */
  public RepeatReading(int aimed) {
    this.lengths = new LengthReading(aimed);
  }

  /** Takes the run of one repeat. */
  public void add(Path runDirectory) {
    StoredRun run = StoredRun.open(runDirectory);
    Report report = run.report();
    if (report.phases().isEmpty()) {
      error = error.isEmpty() ? report.verdictReason() : error;
      repeats.add(
          new Repeat(name(runDirectory), report.verdict().name(), 0, 0, null, null, null, null));
      return;
    }
    PhaseReport phase = report.phases().get(0);
    List<RequestRecord> own = new ArrayList<>();
    run.measured(phase.measured().phase()).forEach((worker, record) -> take(record, own));
    total += phase.measured().requests();
    Double elapsed = phase.measured().elapsed();
    if (elapsed != null) {
      durationS += elapsed;
      anyDuration = true;
    }
    if (phase.measured().success() < phase.measured().requests() && error.isEmpty()) {
      error = "a request got no answer";
    }
    repeats.add(
        new Repeat(
            name(runDirectory),
            report.verdict().name(),
            phase.measured().success(),
            phase.measured().requests(),
            elapsed,
            own.isEmpty() ? null : counted(own.get(0)),
            latency(own, RequestMetric.TTFT).mean(),
            latency(own, RequestMetric.E2E).mean()));
    note(report);
    lengths.made(phase.delivered().lengths().exact());
  }

  private static String name(Path runDirectory) {
    return String.valueOf(runDirectory.getFileName());
  }

  private void take(RequestRecord record, List<RequestRecord> own) {
    if (record.succeeded()) {
      succeeded.add(record);
      own.add(record);
      String note = lengths.counted(counted(record));
      if (!note.isEmpty()) {
        notes.add(note);
      }
    } else if (record.outcome() instanceof Outcome.Failed failed && error.isEmpty()) {
      String status = failed.httpStatus() == 0 ? "" : " " + failed.httpStatus();
      String detail = failed.detail().isEmpty() ? "" : ": " + failed.detail();
      error = failed.kind().label() + status + detail;
    }
  }

  /** What the server counted, if it did. */
  private static @Nullable Integer counted(RequestRecord record) {
    return record.tokens().inputSource() == TokenSource.PLANNED ? null : record.tokens().input();
  }

  /** What the run's own report found that changes how its figures are to be read. */
  private void note(Report report) {
    if (report.verdict() != Verdict.VALID) {
      notes.add("the run's verdict is " + report.verdict() + ": " + report.verdictReason());
    }
    report.findings().stream()
        .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
        .map(Finding::text)
        .forEach(notes::add);
  }

  /** What each repeat came to. */
  public List<Repeat> repeats() {
    return List.copyOf(repeats);
  }

  /** What a reader should know before using the figures. */
  public List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    long silent =
        succeeded.stream().filter(r -> Double.isNaN(RequestMetric.TTFT.nanosOf(r))).count();
    if (silent > 0) {
      all.add(
          "%d of %d answers came without an event that bears output, so they have no TTFT; a token may be half a character, which a server holds back"
              .formatted(silent, succeeded.size()));
    }
    return List.copyOf(all);
  }

  /** How prompts got their length; {@code null} if nothing was asked. */
  public @Nullable PromptLength promptLength() {
    return lengths.result();
  }

  /** Why not every request succeeded; empty if each did. */
  public Optional<String> error() {
    return error.isEmpty() ? Optional.empty() : Optional.of(error);
  }

  /** The figures of all repeats; {@code null} if no request succeeded. */
  public @Nullable RowMetrics metrics() {
    if (succeeded.isEmpty()) {
      return null;
    }
    long input = succeeded.stream().mapToLong(record -> record.tokens().input()).sum();
    long output = succeeded.stream().mapToLong(record -> record.tokens().output()).sum();
    return new RowMetrics(
        succeeded.size(),
        total,
        anyDuration ? durationS : null,
        rate(succeeded.size()),
        rate(input),
        rate(output),
        input,
        output,
        latency(succeeded, RequestMetric.E2E),
        latency(succeeded, RequestMetric.TTFT),
        tpot(),
        itl());
  }

  private @Nullable Double rate(long count) {
    return anyDuration && durationS > 0 ? count / durationS : null;
  }

  private static LatencyMillis latency(List<RequestRecord> records, RequestMetric metric) {
    LongSource nanos =
        sink ->
            records.stream()
                .mapToDouble(metric::nanosOf)
                .filter(value -> !Double.isNaN(value))
                .forEach(value -> sink.accept((long) value));
    return LatencyMillis.of(Statistics.seconds(nanos, 0));
  }

  private LatencyMillis tpot() {
    LongSource bits =
        sink ->
            succeeded.stream()
                .mapToDouble(RequestMetric.TPOT::nanosOf)
                .filter(value -> !Double.isNaN(value))
                .forEach(value -> sink.accept(Double.doubleToRawLongBits(value)));
    return LatencyMillis.of(Statistics.quotients(bits, 0));
  }

  private LatencyMillis itl() {
    LongSource gaps = sink -> succeeded.forEach(record -> record.gaps().stream().forEach(sink));
    return LatencyMillis.of(Statistics.seconds(gaps, 0));
  }
}
