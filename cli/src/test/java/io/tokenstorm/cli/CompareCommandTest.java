package io.tokenstorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.tokenstorm.coordinator.results.Verdict;
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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  private static final String PLAN =
      """
      name: small
      model: m
      seed: 1
      routes: {direct: {url: "http://127.0.0.1:8000"}}
      workloads: {short: {input_tokens: 100}}
      phases:
        - {name: a, route: direct, workload: short, concurrency: 1, measure: {at_least: 10s}}
      """;

  @TempDir private Path folder;

  private static Plan plan() {
    PlanResult result =
        PlanReader.read("plan.yaml", PLAN.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE);
    return ((PlanResult.Accepted) result).plan();
  }

  /** A run of 100 requests one after the other, each of about the given time to the first token. */
  private String run(String name, double ttftNanos) {
    Random random = new Random(name.hashCode());
    List<RequestRecord> records = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < 100; i++) {
      long first = (long) (ttftNanos * (1 + 0.1 * random.nextDouble()));
      long last = first + 5_000_000;
      records.add(
          new RequestRecord(
              new RequestKey(1, 0, LoadStage.MEASURE, 0, i),
              "r1",
              new Instants(now, 0, Instants.NONE, 1, first, first, first, last, last),
              Gaps.of(5_000_000),
              Outcome.COMPLETED,
              new TokenCounts(2, TokenSource.USAGE, 100, TokenSource.USAGE, 100, 2),
              "length",
              100));
      now += last;
    }
    RunDirectory directory =
        RunDirectory.create(folder.resolve(name), info(), ResolvedPlan.write(plan()));
    try (RecordLogWriter log = directory.openRecordLog();
        EventLog events = directory.openEventLog()) {
      log.append("w1", 1, 0, records);
      long end = now;
      List.of(
              new RunEvent.PhaseArmed(0, "a", 1, 1, List.of(), List.of(), 0.75),
              new RunEvent.StageOpened(0, 1, LoadStage.MEASURE, 0),
              new RunEvent.WindowClosed(0, 1, end, "done"),
              new RunEvent.PhaseSettled(
                  0,
                  1,
                  List.of(new RunEvent.Tally("w1", LoadStage.MEASURE, 100, 100, 100, 0, 0, 0, 0L)),
                  0,
                  log.position()),
              new RunEvent.RunEnded(Verdict.VALID, "all phases were measured"))
          .forEach(e -> events.append(new StampedEvent(0, Instant.EPOCH, e)));
    }
    return directory.path().toString();
  }

  private static RunInfo info() {
    return new RunInfo(
        "run",
        PlanHash.of(plan()),
        "salt",
        Instant.EPOCH,
        0,
        new RunInfo.Versions("0.1.0", "17", "2.8.5"),
        new RunInfo.Host("box", "Linux", 2, 1L << 34),
        1,
        List.of("run", "plan.yaml"));
  }

  @Test
  void slower_withAGate_endsWithOneAndWritesEveryForm() throws IOException {
    Path html = folder.resolve("c.html");
    Path markdown = folder.resolve("c.md");
    Path json = folder.resolve("c.json");
    CommandRun run =
        CommandRun.of(
            "compare",
            run("before", 50e6),
            run("after", 60e6),
            "--gate=ttft.p50<+5%",
            "--html=" + html,
            "--markdown=" + markdown,
            "--json=" + json);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("worse").contains("FAILED ttft.p50<+5% in a");
    assertThat(Files.readString(html)).contains("<h2>a</h2>");
    assertThat(Files.readString(markdown)).contains("# Comparison");
    assertThat(Files.readString(json)).contains("\"output_tokens_per_second\"");
  }

  @Test
  void same_withGates_endsWithZero_unlessUndecidedIsStrict() {
    String before = run("before", 50e6);
    CommandRun run = CommandRun.of("compare", before, before, "--gate=ttft.p50<+5%");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("PASSED").doesNotContain("worse\n");
    assertThat(CommandRun.of("compare", before, before, "--gate=ttft.p99<+5%").exitCode()).isZero();
    assertThat(
            CommandRun.of("compare", before, before, "--gate=ttft.p99<+5%", "--strict").exitCode())
        .isEqualTo(1);
  }

  @Test
  void badInput_endsWithTwoAndSaysWhat() {
    String before = run("before", 50e6);
    CommandRun gate = CommandRun.of("compare", before, before, "--gate=ttft<+5%");
    assertThat(gate.exitCode()).isEqualTo(2);
    assertThat(gate.err()).contains("the gate 'ttft<+5%' cannot be read").contains("ttft.p50");
    CommandRun missing = CommandRun.of("compare", before, folder.resolve("no").toString());
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("B: ").contains("no run's directory");
    CommandRun resamples = CommandRun.of("compare", before, before, "--resamples=100");
    assertThat(resamples.exitCode()).isEqualTo(2);
    assertThat(resamples.err()).contains("from 2000");
    CommandRun unwritable =
        CommandRun.of("compare", before, before, "--html=" + folder.resolve("no/c.html"));
    assertThat(unwritable.exitCode()).isEqualTo(2);
    assertThat(unwritable.err()).contains("cannot write").contains("no such folder");
  }
}
