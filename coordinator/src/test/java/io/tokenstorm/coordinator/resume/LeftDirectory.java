package io.tokenstorm.coordinator.resume;

import io.tokenstorm.coordinator.plan.PlanReader;
import io.tokenstorm.coordinator.plan.PlanResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.results.EventLog;
import io.tokenstorm.coordinator.results.RecordLogWriter;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The directory of a run whose coordinator was killed in the measured window of its second phase:
 * the first is settled, of the second some records are in the log.
 */
final class LeftDirectory {
  static final long ORIGIN = 1_000;
  static final Instant STARTED = Instant.parse("2026-11-30T10:00:00Z");

  private final RunDirectory directory;
  private final EventLog events;
  private final RecordLogWriter records;
  private long now = ORIGIN;

  LeftDirectory(Path root) {
    Plan plan = plan();
    RunInfo info =
        new RunInfo(
            "run-1",
            PlanHash.of(plan),
            "salt-1",
            STARTED,
            ORIGIN,
            new RunInfo.Versions("0.1.0", "17", "2.8.5"),
            new RunInfo.Host("box", "Linux", 2, 1),
            1.0,
            List.of());
    directory = RunDirectory.create(root, info, ResolvedPlan.write(plan));
    events = directory.openEventLog();
    records = directory.openRecordLog();
    note(new RunEvent.WorkerJoined("w1", 1, "box", 101, 1, 1, "0.1.0", "p-1", "/base/w1/p-1"));
    measure(0, 1);
    records.append("w1", 1, 0, of(1, 0, 3));
    note(new RunEvent.WindowClosed(0, 1, 90, "done"));
    note(new RunEvent.PhaseSettled(0, 1, List.of(tally(3)), 0, records.position()));
    measure(1, 2);
    records.append("w1", 2, 3, of(2, 1, 2));
    records.append("w1", 2, 5, of(2, 1, 2));
    events.close();
    records.close();
  }

  static Plan plan() {
    String text =
        """
        name: left
        model: m
        seed: 1
        routes: {direct: {url: "http://127.0.0.1:1"}}
        workloads: {short: {input_tokens: 100}}
        defaults: {output_tokens: 4, warmup: {requests_per_slot: 1}, timeout: {connect: 5s, idle: 10s, total: 10s}}
        phases:
          - {name: first, route: direct, workload: short, concurrency: 2, measure: {requests: 3}}
          - {name: second, route: direct, workload: short, concurrency: 2, measure: {requests: 9}}
        """;
    PlanResult result =
        PlanReader.read("plan.yaml", text.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE);
    if (result instanceof PlanResult.Accepted accepted) {
      return accepted.plan();
    }
    throw new IllegalArgumentException(((PlanResult.Refused) result).render());
  }

  Path path() {
    return directory.path();
  }

  void note(RunEvent event) {
    events.append(new StampedEvent(now++, STARTED, event));
  }

  private void measure(int phase, int epoch) {
    note(
        new RunEvent.PhaseArmed(
            phase,
            phase == 0 ? "first" : "second",
            epoch,
            2,
            List.of(new RunEvent.Share("w1", 0, 2)),
            List.of(new RunEvent.ClockBound("w1", 77, 5)),
            0.5));
    note(new RunEvent.StageOpened(phase, epoch, LoadStage.MEASURE, 10 + epoch));
  }

  static RunEvent.Tally tally(long issued) {
    return new RunEvent.Tally("w1", LoadStage.MEASURE, issued, issued, issued, 0, 0, 0, 0L);
  }

  private static List<RequestRecord> of(int epoch, int phase, int count) {
    List<RequestRecord> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(
          new RequestRecord(
              new RequestKey(epoch, phase, LoadStage.MEASURE, 0, i),
              "r1",
              new Instants(5, 0, Instants.NONE, 0, Instants.NONE, 1, 1, 1, 1),
              Gaps.NONE,
              Outcome.COMPLETED,
              new TokenCounts(1, TokenSource.USAGE, 1, TokenSource.USAGE, 1, 1),
              "stop",
              1));
    }
    return all;
  }
}
