package io.tokenstorm.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.RandomRecords;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportBuilderTest {
  @TempDir Path root;

  private RunFixture twoPhases() {
    RandomRecords random = new RandomRecords(1);
    RunFixture run =
        new RunFixture(
            root,
            RunFixture.plan(RunFixture.phase("one", 4, true), RunFixture.phase("two", 4, false)));
    run.window(0, 1, 1_000, 2_000_000_000L);
    run.merge("w1", 1, random.many(10, 0, 1, LoadStage.WARMUP));
    run.merge("w1", 1, random.many(150, 0, 1, LoadStage.MEASURE));
    run.settle(0, 1);
    run.window(1, 2, 70_000_000_000L, 71_000_000_000L);
    run.merge("w1", 2, random.many(30, 1, 2, LoadStage.MEASURE));
    run.settle(1, 2);
    run.end();
    return run;
  }

  private static List<String> rules(Report report) {
    return report.findings().stream().map(Finding::rule).toList();
  }

  @Test
  void build_twoPhases_givesTheSameBytesAgain() throws IOException {
    try (RunFixture run = twoPhases()) {
      Report report = ReportBuilder.build(run.path());
      String first = Files.readString(run.directory().report());
      assertThat(ReportJson.read(first)).isEqualTo(report);
      assertThat(ReportBuilder.read(run.path())).isEqualTo(report);
      byte[] lines = Files.readAllBytes(run.directory().recordLines());
      Files.delete(run.directory().report());
      ReportBuilder.build(run.path());
      assertThat(Files.readString(run.directory().report())).isEqualTo(first);
      assertThat(Files.readAllBytes(run.directory().recordLines())).isEqualTo(lines);
    }
  }

  @Test
  void build_twoPhases_saysWhatWasAskedAndWhatRan() throws IOException {
    try (RunFixture run = twoPhases()) {
      Report report = ReportBuilder.build(run.path());
      assertThat(report.verdict()).isEqualTo(Verdict.VALID);
      assertThat(report.model()).isEqualTo("DeepSeek-V4-Flash");
      assertThat(report.engine()).isEqualTo("vLLM 0.26");
      assertThat(report.method()).startsWith("closed-loop concurrency, per-phase warmup");
      assertThat(report.notes()).containsExactly("A note.");
      assertThat(report.phasesWithoutResult()).isEmpty();
      PhaseReport one = report.phases().get(0);
      assertThat(one.measured().startOffsetSeconds()).isZero();
      assertThat(one.proof().clock().bound()).isEqualTo(0.00003);
      assertThat(one.proof().clock().skew()).isEqualTo(0.000012);
      assertThat(one.load().throughputBasis()).isEqualTo(PhaseReport.DRAINED);
      PhaseReport two = report.phases().get(1);
      assertThat(two.measured().startOffsetSeconds()).isEqualTo(69.999999);
      assertThat(two.load().throughputBasis()).isEqualTo(PhaseReport.WINDOW);
      assertThat(two.measured().elapsed()).isEqualTo(1.0);
    }
  }

  /** A kill leaves a prefix of each file; whatever it is, what was settled is reported. */
  @Test
  void build_eventsCutAtEveryLine_reportsWhatWasSettled() throws IOException {
    try (RunFixture run = twoPhases()) {
      Path events = run.path().resolve("events.jsonl");
      List<String> lines = Files.readAllLines(events);
      for (int kept = 0; kept < lines.size(); kept++) {
        StringBuilder part = new StringBuilder();
        lines.subList(0, kept).forEach(line -> part.append(line).append('\n'));
        part.append("{\"at_nanos\":12");
        Files.writeString(events, part);
        Report report = ReportBuilder.build(run.path());
        long settled =
            lines.subList(0, kept).stream().filter(l -> l.contains("phase_settled")).count();
        assertThat(report.phases()).hasSize((int) settled);
        assertThat(report.phasesWithoutResult()).hasSize(2 - (int) settled);
        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(rules(report)).contains("not_ended");
      }
    }
  }

  @Test
  void build_logCutBehindWhatWasSettled_isUnchanged() throws IOException {
    try (RunFixture run = twoPhases()) {
      Report whole = ReportBuilder.build(run.path());
      byte[] log = Files.readAllBytes(run.directory().recordLog());
      Files.write(run.directory().recordLog(), Arrays.copyOf(log, log.length + 7));
      assertThat(ReportBuilder.build(run.path())).isEqualTo(whole);
    }
  }

  @Test
  void build_logCutWithinWhatWasSettled_isInvalidAndSaysSo() throws IOException {
    try (RunFixture run = twoPhases()) {
      byte[] log = Files.readAllBytes(run.directory().recordLog());
      Files.write(run.directory().recordLog(), Arrays.copyOf(log, log.length - 1));
      Report report = ReportBuilder.build(run.path());
      assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
      assertThat(rules(report)).contains("conservation", "no_success");
      assertThat(report.phases().get(0).proof().conservation().get("measure").holds()).isTrue();
      assertThat(report.phases().get(1).proof().conservation().get("measure").holds()).isFalse();
    }
  }

  @Test
  void build_logDamagedInTheMiddle_isInvalidAndNamesTheOffset() throws IOException {
    try (RunFixture run = twoPhases()) {
      byte[] log = Files.readAllBytes(run.directory().recordLog());
      log[40]++;
      Files.write(run.directory().recordLog(), log);
      Report report = ReportBuilder.build(run.path());
      assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
      assertThat(rules(report)).contains("log_damaged", "conservation");
      assertThat(report.findings().get(0).text()).contains("at offset 12");
    }
  }

  @Test
  void build_noRecordLog_isInvalidAndDoesNotFail() throws IOException {
    try (RunFixture run = twoPhases()) {
      Files.delete(run.directory().recordLog());
      Report report = ReportBuilder.build(run.path());
      assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
      assertThat(report.phases()).allMatch(p -> p.measured().ttft().p50() == null);
    }
  }

  @Test
  void build_recordsOfAnAbandonedEpoch_enterNoStatistic() {
    RandomRecords random = new RandomRecords(5);
    try (RunFixture run = new RunFixture(root, RunFixture.plan(RunFixture.phase("one", 4, true)))) {
      run.merge("w2", 1, random.many(40, 0, 1, LoadStage.WARMUP));
      run.note(new RunEvent.PhaseRestarted(0, 1, "w2 lost in warmup"));
      run.settle(99, 1);
      List<RequestRecord> counted = random.many(50, 0, 2, LoadStage.MEASURE);
      run.window(0, 2, 0, 2_000_000_000L);
      run.merge("w1", 2, counted);
      run.settle(0, 2);
      run.end();
      Report report = ReportBuilder.build(run.path());
      assertThat(report.phases().get(0).measured().requests()).isEqualTo(50);
      assertThat(report.phases().get(0).split().byWorker()).containsOnlyKeys("w1");
      assertThat(rules(report)).contains("restarted").doesNotContain("conservation");
      assertThat(report.verdict()).isEqualTo(Verdict.VALID);
    }
  }

  @Test
  void build_requestsLost_countAsRequestsAndAreSaid() {
    try (RunFixture run = new RunFixture(root, RunFixture.plan(RunFixture.phase("one", 4, true)))) {
      List<RequestRecord> records =
          new RandomRecords(6)
              .many(400, 0, 1, LoadStage.MEASURE).stream()
                  .filter(RequestRecord::succeeded)
                  .limit(100)
                  .toList();
      run.window(0, 1, 0, 2_000_000_000L);
      run.merge("w1", 1, records.subList(0, 60));
      run.merge("w2", 1, records.subList(60, 100));
      run.note(new RunEvent.WorkerLost("w2", 0, "MEASURE", "not heard for 5 s"));
      run.settle(
          0,
          1,
          List.of(
              new RunEvent.Tally("w1", LoadStage.MEASURE, 60, 60, 60, 0, 0, 0, 0L),
              new RunEvent.Tally("w2", LoadStage.MEASURE, -1, 40, 40, 0, 0, 3, null)));
      run.note(new RunEvent.RunEnded(Verdict.DEGRADED, "w2 was lost."));
      Report report = ReportBuilder.build(run.path());
      PhaseReport phase = report.phases().get(0);
      assertThat(phase.measured().requests()).isEqualTo(103);
      assertThat(phase.load().lost()).isEqualTo(3);
      assertThat(phase.proof().conservation().get("measure").issued()).isNull();
      assertThat(phase.proof().conservation().get("measure").lost().atMost()).isNull();
      assertThat(phase.proof().conservation().get("measure").holds()).isTrue();
      assertThat(report.verdict()).isEqualTo(Verdict.DEGRADED);
      assertThat(report.verdictReason()).isEqualTo("w2 was lost.");
      assertThat(rules(report)).contains("worker_lost", "requests_lost");
    }
  }

  @Test
  void build_countsThatDoNotAddUp_areInvalid() {
    List<RequestRecord> records =
        new RandomRecords(6)
            .many(20, 0, 1, LoadStage.MEASURE).stream().filter(RequestRecord::succeeded).toList();
    long n = records.size();
    try (RunFixture run = new RunFixture(root, RunFixture.plan(RunFixture.phase("one", 4, true)))) {
      run.window(0, 1, 0, 2_000_000_000L);
      run.merge("w1", 1, records);
      run.settle(
          0, 1, List.of(new RunEvent.Tally("w1", LoadStage.MEASURE, n + 1, n, n, 0, 0, 0, 0L)));
      run.end();
      Report report = ReportBuilder.build(run.path());
      assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
      assertThat(report.verdictReason()).contains("do not add up");
    }
  }

  @Test
  void build_planThatCannotBeRead_saysWhy() throws IOException {
    try (RunFixture run = twoPhases()) {
      Files.writeString(run.path().resolve("plan.resolved.yaml"), "name: [");
      assertThatThrownBy(() -> ReportBuilder.build(run.path()))
          .isInstanceOf(ResultsException.class)
          .hasMessageContaining("plan.resolved.yaml:1");
    }
  }
}
