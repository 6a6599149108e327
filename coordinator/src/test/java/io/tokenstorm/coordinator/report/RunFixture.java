package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.results.EventLog;
import io.tokenstorm.coordinator.results.RecordLogWriter;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the directory of a run as a coordinator would, phase by phase. */
public final class RunFixture implements AutoCloseable {
  static final long ORIGIN = -5_000_000_000L;

  private final RunDirectory directory;
  private final RecordLogWriter log;
  private final EventLog events;
  private final Map<String, Map<LoadStage, List<RequestRecord>>> phaseRecords = new TreeMap<>();
  private final Map<String, Long> sequences = new TreeMap<>();
  private long now = ORIGIN;

  public RunFixture(Path root, Plan plan) {
    RunInfo info =
        new RunInfo(
            "run-1",
            PlanHash.of(plan),
            "salt-1",
            Instant.parse("2026-11-30T10:00:00Z"),
            ORIGIN,
            new RunInfo.Versions("0.1.0", "17.0.13", "2.8.5"),
            new RunInfo.Host("box", "Linux 6.1 amd64", 2, 25_769_803_776L),
            1.0,
            List.of("run", "plan.yaml"));
    directory = RunDirectory.create(root, info, ResolvedPlan.write(plan));
    log = directory.openRecordLog();
    events = directory.openEventLog();
    note(new RunEvent.WorkerJoined("w1", 1, "box", 101, 1, 1, "0.1.0", "p-1", "/spool"));
  }

  public static Plan plan(Phase... phases) {
    return new Plan(
        "fixture",
        "DeepSeek-V4-Flash",
        Map.of("engine", "vLLM 0.26", "hardware", "2 replicas", "precision", "FP8 KV cache"),
        List.of("A note."),
        7,
        OnWorkerLoss.DEFAULT,
        Map.of(
            "direct",
            new Route(
                "direct",
                List.of(URI.create("http://127.0.0.1:8000")),
                Map.of(),
                null,
                TlsOptions.DEFAULT)),
        Map.of("short", new Workload("short", 538, null)),
        List.of(phases));
  }

  /** The same plan, whose replica r1 is asked for its own metrics. */
  static Plan asking(Plan plan) {
    return new Plan(
        plan.name(),
        plan.model(),
        plan.about(),
        plan.notes(),
        plan.seed(),
        plan.onWorkerLoss(),
        plan.routes(),
        plan.workloads(),
        plan.phases(),
        new Plan.Scrape(
            Duration.ofSeconds(1), Map.of("r1", URI.create("http://127.0.0.1:8000/metrics"))));
  }

  public static Phase phase(String name, int concurrency, boolean drain) {
    return new Phase(
        name,
        "direct",
        "short",
        concurrency,
        new RequestSpec(
            Api.OPENAI_CHAT,
            256,
            true,
            true,
            Map.of("temperature", 0, "ignore_eos", true),
            Map.of()),
        new Warmup(2, Duration.ZERO, drain),
        new Measure(Duration.ofSeconds(60), 0),
        new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(120), Duration.ofMinutes(10)),
        List.of());
  }

  public Path path() {
    return directory.path();
  }

  RunDirectory directory() {
    return directory;
  }

  void note(RunEvent event) {
    events.append(new StampedEvent(now++, Instant.parse("2026-11-30T10:00:00Z"), event));
  }

  /** Replica r1 was asked at an instant, and told this a millisecond later. */
  void told(long askedAtNanos, Map<String, Double> figures) {
    try (EventLog replicas = directory.openReplicaLog()) {
      replicas.append(
          new StampedEvent(
              askedAtNanos,
              Instant.parse("2026-11-30T10:00:00Z"),
              new RunEvent.ReplicaReading(
                  "r1", askedAtNanos, askedAtNanos + 1_000_000, "vllm", figures, "")));
    }
  }

  /** Arms a phase and opens and closes its measured window. */
  public void window(int phase, int epoch, long opens, long closes) {
    note(
        new RunEvent.PhaseArmed(
            phase,
            "phase-" + phase,
            epoch,
            4,
            List.of(new RunEvent.Share("w1", 0, 4)),
            List.of(new RunEvent.ClockBound("w1", 77, 30_000)),
            0.75));
    note(new RunEvent.StageOpened(phase, epoch, LoadStage.WARMUP, opens - 1_000_000));
    note(new RunEvent.StageOpened(phase, epoch, LoadStage.MEASURE, opens));
    note(new RunEvent.WindowClosed(phase, epoch, closes, "done"));
  }

  /** Merges records of a worker. */
  public void merge(String worker, int epoch, List<RequestRecord> records) {
    long sequence = sequences.getOrDefault(worker, 0L);
    log.append(worker, epoch, sequence, records);
    sequences.put(worker, sequence + records.size());
    for (RequestRecord record : records) {
      phaseRecords
          .computeIfAbsent(worker, w -> new TreeMap<>())
          .computeIfAbsent(record.key().stage(), s -> new ArrayList<>())
          .add(record);
    }
  }

  /** Settles a phase with the tallies of all that was merged since the last one settled. */
  public void settle(int phase, int epoch) {
    List<RunEvent.Tally> tallies = new ArrayList<>();
    phaseRecords.forEach(
        (worker, stages) ->
            stages.forEach(
                (stage, records) -> {
                  long success = records.stream().filter(RequestRecord::succeeded).count();
                  long cut =
                      records.stream().filter(r -> r.outcome() instanceof Outcome.Cut).count();
                  long all = records.size();
                  tallies.add(
                      new RunEvent.Tally(
                          worker, stage, all, all, success, all - success - cut, cut, 0, 0L));
                }));
    settle(phase, epoch, tallies);
  }

  void settle(int phase, int epoch, List<RunEvent.Tally> tallies) {
    phaseRecords.clear();
    note(new RunEvent.PhaseSettled(phase, epoch, tallies, 12_000, log.position()));
  }

  public void end() {
    note(new RunEvent.RunEnded(Verdict.VALID, "All phases were measured."));
  }

  @Override
  public void close() {
    log.close();
    events.close();
  }
}
