package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.page.ReportPage;
import io.tokenstorm.coordinator.page.series.PhaseSeries;
import io.tokenstorm.coordinator.plan.MethodText;
import io.tokenstorm.coordinator.report.finding.Findings;
import io.tokenstorm.coordinator.report.finding.Judgement;
import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.coordinator.report.history.RunHistory;
import io.tokenstorm.coordinator.report.model.CalibrationReport;
import io.tokenstorm.coordinator.report.model.EngineReport;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.report.phase.EngineMeter;
import io.tokenstorm.coordinator.report.phase.PhaseMeter;
import io.tokenstorm.coordinator.report.phase.PhaseRecords;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RecordFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the report of a run's directory, whether the run ended, was cancelled or was killed:
 * settled phases are reported, the others named.
 */
public final class ReportBuilder {
  private final RunDirectory directory;
  private final RunInfo info;
  private final Plan plan;
  private final List<StampedEvent> events;
  private final RunHistory history;
  private final LogScan log;

  private ReportBuilder(RunDirectory directory) {
    this.directory = directory;
    this.info = directory.info();
    this.plan = StoredPlan.of(directory);
    this.events = directory.events();
    this.history = new RunHistory(events);
    this.log = LogScan.of(directory.recordLog(), plan.phases().size());
  }

  /**
   * Reads the directory, writes {@code report.json}, {@code report.html} and {@code
   * records.jsonl.gz}, each at once, and returns the report.
   *
   * @throws ResultsException if the directory cannot be read or written
   */
  public static Report build(Path runDirectory) {
    Report report = buildReport(runDirectory);
    buildLines(runDirectory);
    return report;
  }

  /**
   * Writes {@code records.jsonl.gz} alone, at once.
   *
   * @throws ResultsException if the directory cannot be read or written
   */
  public static void buildLines(Path runDirectory) {
    RecordLinesFeed.writeAll(RunDirectory.open(runDirectory));
  }

  /**
   * Reads the directory, writes {@code report.json} and {@code report.html}, each at once, and
   * returns the report.
   *
   * @throws ResultsException if the directory cannot be read or written
   */
  public static Report buildReport(Path runDirectory) {
    ReportBuilder builder = new ReportBuilder(RunDirectory.open(runDirectory));
    Path file = builder.directory.report();
    try {
      Report report = builder.report();
      builder.directory.writeWhole(file, ReportJson.write(report));
      builder.directory.writeWhole(builder.directory.reportPage(), builder.page(report));
      return report;
    } catch (RecordFormatException e) {
      throw new ResultsException(
          ResultsException.Kind.DAMAGED,
          builder.directory.recordLog() + " was written by another version: " + e.getMessage(),
          e);
    }
  }

  /**
   * The report that a directory holds; nothing is made anew.
   *
   * @throws ResultsException if there is none, or it cannot be read
   */
  public static Report read(Path runDirectory) {
    RunDirectory directory = RunDirectory.open(runDirectory);
    try {
      return ReportJson.read(directory.writtenReport());
    } catch (IllegalArgumentException e) {
      throw new ResultsException(
          ResultsException.Kind.DAMAGED, directory.report() + ": " + e.getMessage(), e);
    }
  }

  /** Reads a directory, without making anything of it yet. */
  static ReportBuilder of(Path runDirectory) {
    return new ReportBuilder(RunDirectory.open(runDirectory));
  }

  RunInfo info() {
    return info;
  }

  Plan plan() {
    return plan;
  }

  /** The measured requests of a settled phase. */
  PhaseRecords measured(String phase) {
    PhaseFacts facts =
        settled().stream()
            .filter(f -> plan.phases().get(f.phase()).name().equals(phase))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no result of " + phase));
    return visitor ->
        log.phase(facts.phase())
            .forEach(
                (worker, record) -> {
                  if (record.key().epoch() == facts.epoch()
                      && record.key().stage() == LoadStage.MEASURE) {
                    visitor.visit(worker, record);
                  }
                });
  }

  private long zeroNanos() {
    return history.zeroNanos(info.originNanos());
  }

  private List<PhaseFacts> settled() {
    return history.settled().stream().filter(f -> f.phase() < plan.phases().size()).toList();
  }

  private String page(Report report) {
    return ReportPage.render(
        report,
        settled().stream().map(f -> PhaseSeries.of(f, events, log.phase(f.phase()))).toList());
  }

  private List<PhaseReport> phases() {
    List<PhaseReport> phases = new ArrayList<>();
    List<RunEvent.ReplicaReading> readings = directory.replicaReadings();
    try {
      for (PhaseFacts facts : settled()) {
        PhaseReport phase =
            PhaseMeter.measure(
                facts, plan, zeroNanos(), log.phase(facts.phase()), directory.path());
        phases.add(phase.with(engines(facts, phase, readings)).with(stalls(facts, phase)));
      }
    } catch (IOException e) {
      throw ResultsException.onWrite(directory.path(), e);
    }
    return phases;
  }

  private long endNanos(PhaseReport phase) {
    return zeroNanos() + Math.round(phase.measured().endOffsetSeconds() * 1e9);
  }

  private List<PhaseReport.Stall> stalls(PhaseFacts facts, PhaseReport phase) {
    long opensAt = facts.opensAtNanos();
    long end = Math.max(facts.closedAtNanos(), endNanos(phase));
    String host = info.host().name();
    boolean beside =
        history.all(RunEvent.WorkerJoined.class).stream().anyMatch(w -> w.host().equals(host));
    return history.all(RunEvent.CoordinatorStalled.class).stream()
        .filter(s -> s.toNanos() >= opensAt && s.fromNanos() <= end)
        .map(
            s ->
                new PhaseReport.Stall(
                    (s.fromNanos() - opensAt) / 1e9, (s.toNanos() - s.fromNanos()) / 1e9, beside))
        .toList();
  }

  private PhaseReport.Engines engines(
      PhaseFacts facts, PhaseReport phase, List<RunEvent.ReplicaReading> readings) {
    Map<String, EngineReport> told = new LinkedHashMap<>();
    Plan.Scrape scrape = plan.scrape();
    if (scrape != null) {
      long end = endNanos(phase);
      for (String replica : scrape.endpoints().keySet()) {
        told.put(
            replica,
            EngineMeter.measure(
                facts, end, readings.stream().filter(r -> r.replica().equals(replica)).toList()));
      }
    }
    return new PhaseReport.Engines(told);
  }

  /** The report. */
  Report report() {
    List<PhaseReport> phases = phases();
    List<String> settled = phases.stream().map(p -> p.measured().phase()).toList();
    List<String> missing =
        plan.phases().stream().map(Phase::name).filter(n -> !settled.contains(n)).toList();
    CalibrationReport calibration = calibration();
    List<Finding> findings =
        Findings.of(
            history, plan, log.damages(), new Findings.Results(phases, missing, calibration));
    Judgement judgement = Judgement.of(history, findings);
    return new Report(
        plan.model(),
        about("engine"),
        about("hardware"),
        about("precision"),
        MethodText.of(plan),
        plan.notes(),
        info.run(),
        judgement.verdict(),
        judgement.reason(),
        client(phases),
        findings,
        plan.name(),
        info.planHash(),
        plan.seed(),
        info.salt(),
        info.startedAt(),
        info.timeScale(),
        info.command(),
        info.versions(),
        info.host(),
        workers(),
        calibration,
        missing,
        phases);
  }

  private static ClientVerdict client(List<PhaseReport> phases) {
    return phases.stream()
        .map(phase -> phase.proof().client().verdict())
        .reduce(ClientVerdict::or)
        .orElse(ClientVerdict.UNKNOWN);
  }

  private @Nullable CalibrationReport calibration() {
    return directory.calibration().map(c -> CalibrationReport.of(c, info.startedAt())).orElse(null);
  }

  private String about(String key) {
    return plan.about().getOrDefault(key, "");
  }

  private List<Report.WorkerInfo> workers() {
    return history.all(RunEvent.WorkerJoined.class).stream()
        .map(
            w ->
                new Report.WorkerInfo(
                    w.worker(),
                    w.incarnation(),
                    w.host(),
                    w.pid(),
                    w.cores(),
                    w.weight(),
                    w.tokenstormVersion()))
        .distinct()
        .toList();
  }
}
