package io.tokenstorm.cluster.evidence;

import io.tokenstorm.cluster.evidence.Evidence.Merged;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.results.EventLog;
import io.tokenstorm.coordinator.results.RecordLogWriter;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.replica.truth.TokenTrace;
import io.tokenstorm.replica.truth.TruthRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A run's history as it should be: two workers with two slots each, one request a second and slot,
 * five of them measured, all of which are there. A test changes one thing of it.
 */
final class PlayedRun {
  static final String RUN = "played";
  static final int EPOCH = 3;
  static final long SECOND = 1_000_000_000L;
  static final long OPENS = 10 * SECOND;
  static final long CLOSES = 15 * SECOND;
  static final long ENDED = 17 * SECOND;
  static final Outcome TRUNCATED = new Outcome.Failed(ErrorKind.TRUNCATED, 200, "");

  final List<StampedEvent> events = new ArrayList<>();
  final List<Merged> records = new ArrayList<>();
  final List<TruthRecord> truth = new ArrayList<>();

  PlayedRun() {
    for (int slot = 0; slot < 4; slot++) {
      request(LoadStage.WARMUP, slot, 0, OPENS - SECOND);
      for (int n = 0; n < 5; n++) {
        request(LoadStage.MEASURE, slot, n + 1, OPENS + n * SECOND);
      }
    }
    note(0, armed(List.of(new RunEvent.Share("w1", 0, 2), new RunEvent.Share("w2", 2, 2))));
    note(9, new RunEvent.StageOpened(0, EPOCH, LoadStage.MEASURE, OPENS));
    note(15, new RunEvent.WindowClosed(0, EPOCH, CLOSES, "done"));
    note(16, new RunEvent.PhaseSettled(0, EPOCH, tallies(), 0, 0));
    note(17, new RunEvent.RunEnded(Verdict.VALID, "all phases passed"));
  }

  static RunEvent.PhaseArmed armed(List<RunEvent.Share> shares) {
    return new RunEvent.PhaseArmed(
        0, "it", EPOCH, 4, shares, List.of(new RunEvent.ClockBound("w1", 0, 1_000_000)), 1);
  }

  private static List<RunEvent.Tally> tallies() {
    List<RunEvent.Tally> tallies = new ArrayList<>();
    for (String worker : List.of("w1", "w2")) {
      tallies.add(new RunEvent.Tally(worker, LoadStage.WARMUP, 2, 2, 2, 0, 0, 0, 0L));
      tallies.add(new RunEvent.Tally(worker, LoadStage.MEASURE, 10, 10, 10, 0, 0, 0, 0L));
    }
    return tallies;
  }

  private void note(long second, RunEvent event) {
    events.add(new StampedEvent(second * SECOND, Instant.EPOCH, event));
  }

  /** A worker was given up as lost in the window. */
  void lost(String worker) {
    note(14, new RunEvent.WorkerLost(worker, 0, "MEASURE", "unreachable"));
  }

  /** One more request, of the slot's owner, half a second long. */
  void request(LoadStage stage, int slot, int ordinal, long sentNanos) {
    request(stage, slot, ordinal, sentNanos, Outcome.COMPLETED, sentNanos + SECOND / 2);
  }

  /** The same with an end of its own for the worker, after half a second, and for the replica. */
  void request(
      LoadStage stage, int slot, int ordinal, long sentNanos, Outcome outcome, long seenEndNanos) {
    RequestKey key = new RequestKey(EPOCH, 0, stage, slot, ordinal);
    records.add(new Merged(slot < 2 ? "w1" : "w2", record(key, sentNanos, outcome)));
    String ended = outcome == Outcome.COMPLETED ? "done" : "client_closed";
    truth.add(seen(key.requestId(RUN), sentNanos, seenEndNanos, ended));
  }

  /**
   * A request of a slot that somebody breaks off on its way; all slots are busy again a quarter of
   * a second after that.
   *
   * @param noticedAfterNanos the break
   */
  void brokenOff(int slot, int ordinal, long sentNanos, long noticedAfterNanos) {
    long breakNanos = sentNanos + SECOND / 2;
    request(LoadStage.MEASURE, slot, ordinal, sentNanos, TRUNCATED, breakNanos + noticedAfterNanos);
    busyFrom(breakNanos + SECOND / 4);
  }

  /** One more request of each slot. */
  void busyFrom(long sentNanos) {
    for (int slot = 0; slot < 4; slot++) {
      request(LoadStage.MEASURE, slot, 8, sentNanos);
    }
  }

  private static RequestRecord record(RequestKey key, long sentNanos, Outcome outcome) {
    return new RequestRecord(
        key,
        "r1",
        new Instants(sentNanos, 0, Instants.NONE, 1, 2, 3, 3, 4, SECOND / 2),
        Gaps.of(1),
        outcome,
        new TokenCounts(2, TokenSource.USAGE, 1, TokenSource.USAGE, 1, 2),
        "stop",
        1);
  }

  static TruthRecord seen(String id, long arrivalNanos, long endNanos) {
    return seen(id, arrivalNanos, endNanos, "done");
  }

  private static TruthRecord seen(String id, long arrivalNanos, long endNanos, String ended) {
    return new TruthRecord(
        id, "r1", "", arrivalNanos, endNanos, 1, 1, 0, 2, 1, ended, new TokenTrace());
  }

  /** Puts another event in the place of each of a kind. */
  <E extends RunEvent> void change(Class<E> kind, UnaryOperator<E> to) {
    events.replaceAll(
        stamped ->
            kind.isInstance(stamped.event())
                ? new StampedEvent(
                    stamped.atNanos(), stamped.at(), to.apply(kind.cast(stamped.event())))
                : stamped);
  }

  /** Changes the balance of what w2 measured. */
  void changeTally(UnaryOperator<RunEvent.Tally> to) {
    change(
        RunEvent.PhaseSettled.class,
        settled ->
            new RunEvent.PhaseSettled(
                0,
                EPOCH,
                settled.tallies().stream()
                    .map(t -> t.worker().equals("w2") && t.issued() == 10 ? to.apply(t) : t)
                    .toList(),
                0,
                0));
  }

  Evidence evidence() {
    return new Evidence(Path.of("results", RUN), plan(), events, records, truth);
  }

  private static Plan plan() {
    return Plans.read(
        Plans.text(
            new Plans.Urls("http://127.0.0.1:1", "http://127.0.0.1:2", "http://127.0.0.1:3"),
            "",
            "- {name: it, route: direct, workload: short, concurrency: 4, measure: {at_least: 5s}}\n"));
  }

  /** The same as a run's directory, with its report. */
  Evidence written(Path results) {
    RunInfo info =
        new RunInfo(
            RUN,
            PlanHash.of(plan()),
            "salt",
            Instant.EPOCH,
            0,
            new RunInfo.Versions("0.1.0", "17", "2.8.5"),
            new RunInfo.Host("box", "Linux", 2, 1L << 34),
            1,
            List.of());
    RunDirectory directory = RunDirectory.create(results, info, ResolvedPlan.write(plan()));
    try (RecordLogWriter log = directory.openRecordLog();
        EventLog facts = directory.openEventLog()) {
      for (String worker : List.of("w1", "w2")) {
        log.append(
            worker,
            1,
            0,
            records.stream().filter(m -> m.worker().equals(worker)).map(Merged::record).toList());
      }
      events.forEach(facts::append);
    }
    ReportBuilder.build(directory.path());
    return new Evidence(directory.path(), plan(), events, records, truth);
  }
}
