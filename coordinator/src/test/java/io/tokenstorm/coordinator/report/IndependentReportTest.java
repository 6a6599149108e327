package io.tokenstorm.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.coordinator.report.model.Conservation;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.RandomRecords;
import io.tokenstorm.coordinator.stats.Figure;
import io.tokenstorm.coordinator.stats.Oracle;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random runs through log and report against the same figures computed from the records by decimal
 * arithmetic, from the definitions and without any of the code under test.
 */
class IndependentReportTest {
  private static final BigDecimal NANOS = new BigDecimal("1000000000");

  @Property(tries = 20)
  void report_randomRun_equalsDecimalArithmeticOverTheRecords(@ForAll long seed)
      throws IOException {
    Path root = Files.createTempDirectory("report");
    try {
      check(root, new Random(seed));
    } finally {
      try (Stream<Path> files = Files.walk(root)) {
        files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
      }
    }
  }

  private static void check(Path root, Random random) throws IOException {
    boolean drain = random.nextBoolean();
    long opens = random.nextInt(1_000_000_000);
    long closes = opens + 1 + random.nextInt(400_000_000);
    long zero = opens - random.nextInt(2) * 17_000_000_000L;
    List<RequestRecord> warmup = records(random, 1, LoadStage.WARMUP, opens);
    List<RequestRecord> measured = records(random, 1, LoadStage.MEASURE, opens);
    List<RequestRecord> abandoned = records(random, 0, LoadStage.WARMUP, opens);
    try (RunFixture run =
        new RunFixture(
            root,
            RunFixture.plan(
                RunFixture.phase("first", 4, true), RunFixture.phase("it", 4, drain)))) {
      if (zero != opens) {
        run.window(0, 0, zero, zero + 5);
        run.settle(0, 0);
      }
      run.merge("w1", 0, abandoned);
      run.settle(99, 0);
      run.window(1, 1, opens, closes);
      interleave(run, random, warmup);
      interleave(run, random, measured);
      run.settle(1, 1);
      run.end();
      Report report = ReportBuilder.build(run.path());
      PhaseReport phase = report.phases().get(report.phases().size() - 1);
      assertThat(phase.measured().phase()).isEqualTo("it");
      figures(phase, measured);
      counts(phase, warmup, measured);
      groups(phase, measured);
      List<RequestRecord> all = new ArrayList<>(warmup);
      all.addAll(measured);
      window(phase, all, opens, closes);
      if (drain) {
        drained(phase, measured, opens, zero);
      } else {
        assertThat(phase.measured().elapsed()).isEqualTo((closes - opens) / 1e9);
        assertThat(phase.measured().requestRate()).isEqualTo(phase.load().window().requestRate());
        assertThat(phase.measured().outputTokensPerSecond())
            .isEqualTo(phase.load().window().outputTokensPerSecond());
      }
    }
  }

  private static List<RequestRecord> records(
      Random random, int epoch, LoadStage stage, long opens) {
    return new RandomRecords(random.nextLong())
        .many(random.nextInt(120), 1, epoch, stage).stream()
            .map(r -> r.shifted(opens + (stage == LoadStage.WARMUP ? -80_000_000L : 0)))
            .toList();
  }

  /** Merges in batches of two workers, by turns. */
  private static void interleave(RunFixture run, Random random, List<RequestRecord> records) {
    int from = 0;
    while (from < records.size()) {
      int to = Math.min(records.size(), from + 1 + random.nextInt(40));
      run.merge(random.nextBoolean() ? "w1" : "w2", 1, records.subList(from, to));
      from = to;
    }
  }

  private static List<RequestRecord> successes(List<RequestRecord> records) {
    return records.stream().filter(r -> r.outcome() instanceof Outcome.Completed).toList();
  }

  private static void figures(PhaseReport phase, List<RequestRecord> measured) {
    List<RequestRecord> ok = successes(measured);
    assertThat(phase.measured().ttft())
        .isEqualTo(seconds(ok, r -> present(r.instants().firstTokenNanos())));
    assertThat(phase.measured().e2e())
        .isEqualTo(seconds(ok, r -> present(r.instants().lastTokenNanos())));
    assertThat(phase.measured().tpot()).isEqualTo(seconds(ok, IndependentReportTest::tpot));
    assertThat(phase.latency().ttfo())
        .isEqualTo(seconds(ok, r -> present(r.instants().firstAnswerNanos())));
    assertThat(phase.latency().itl())
        .isEqualTo(seconds(ok, r -> r.gaps().stream().mapToObj(BigDecimal::valueOf).toList()));
    assertThat(phase.latency().turnaround())
        .isEqualTo(seconds(ok, r -> present(r.instants().turnaroundNanos())));
    assertThat(phase.latency().tail())
        .isEqualTo(
            seconds(
                ok,
                r ->
                    r.instants().lastTokenNanos() < 0
                        ? List.of()
                        : present(r.instants().endNanos() - r.instants().lastTokenNanos())));
    assertThat(phase.latency().responseLatency())
        .isEqualTo(
            seconds(
                ok,
                r ->
                    r.instants().lastTokenNanos() < 0
                        ? List.of()
                        : present(r.instants().lastTokenNanos() + r.instants().turnaroundNanos())));
    assertThat(phase.measured().inputTokens()).isEqualTo(whole(ok, r -> r.tokens().input()));
    assertThat(phase.measured().outputTokens()).isEqualTo(whole(ok, r -> r.tokens().output()));
  }

  private static List<BigDecimal> present(long nanos) {
    return nanos < 0 ? List.of() : List.of(BigDecimal.valueOf(nanos));
  }

  private static List<BigDecimal> tpot(RequestRecord r) {
    if (r.tokens().output() < 2 || r.tokens().events() < 2) {
      return List.of();
    }
    BigDecimal span =
        BigDecimal.valueOf(r.instants().lastTokenNanos() - r.instants().firstTokenNanos());
    BigDecimal quotient =
        span.divide(BigDecimal.valueOf(r.tokens().output() - 1), new MathContext(80));
    return List.of(new BigDecimal(quotient.doubleValue()));
  }

  private static Figure seconds(
      List<RequestRecord> records, Function<RequestRecord, List<BigDecimal>> figure) {
    List<List<BigDecimal>> values = records.stream().map(figure).toList();
    return Oracle.seconds(
        values.stream().flatMap(List::stream).toList(),
        values.stream().filter(List::isEmpty).count());
  }

  private static Figure whole(
      List<RequestRecord> records, Function<RequestRecord, Integer> figure) {
    return Oracle.figure(
        records.stream().map(figure).map(BigDecimal::valueOf).toList(), BigDecimal.ONE, 0);
  }

  private static void counts(
      PhaseReport phase, List<RequestRecord> warmup, List<RequestRecord> measured) {
    assertThat(phase.measured().requests()).isEqualTo(measured.size());
    assertThat(phase.measured().success()).isEqualTo(successes(measured).size());
    long failed = measured.stream().filter(r -> r.outcome() instanceof Outcome.Failed).count();
    assertThat(phase.measured().errors()).isEqualTo(failed);
    assertThat(phase.load().cut()).isEqualTo(measured.size() - successes(measured).size() - failed);
    assertThat(
            phase.split().errorsByKind().values().stream()
                .mapToLong(PhaseReport.ErrorReport::count)
                .sum())
        .isEqualTo(failed);
    Conservation first = phase.proof().conservation().get("warmup");
    assertThat(first.inLog()).isEqualTo(warmup.size());
    assertThat(first.success()).isEqualTo(successes(warmup).size());
    assertThat(phase.proof().conservation().values()).allMatch(Conservation::holds);
  }

  private static void groups(PhaseReport phase, List<RequestRecord> measured) {
    assertThat(
            phase.split().byWorker().values().stream()
                .mapToLong(PhaseReport.GroupReport::requests)
                .sum())
        .isEqualTo(measured.size());
    phase
        .split()
        .byReplica()
        .forEach(
            (name, group) -> {
              List<RequestRecord> part =
                  measured.stream()
                      .filter(r -> r.replica().equals(name.equals("unknown") ? "" : name))
                      .toList();
              assertThat(group.requests()).isEqualTo(part.size());
              assertThat(group.outputTokens())
                  .isEqualTo(successes(part).stream().mapToLong(r -> r.tokens().output()).sum());
              assertThat(group.ttft())
                  .isEqualTo(
                      seconds(successes(part), r -> present(r.instants().firstTokenNanos())));
              assertThat(group.tpot())
                  .isEqualTo(seconds(successes(part), IndependentReportTest::tpot));
            });
  }

  private static void drained(
      PhaseReport phase, List<RequestRecord> measured, long opens, long zero) {
    long end =
        measured.stream()
            .mapToLong(r -> r.instants().sentNanos() + r.instants().endNanos())
            .max()
            .orElse(-1);
    assertThat(phase.measured().startOffsetSeconds()).isEqualTo(decimal(opens - zero));
    if (end < 0) {
      assertThat(phase.measured().elapsed()).isNull();
      return;
    }
    double elapsed = decimal(end - opens);
    long tokens = successes(measured).stream().mapToLong(r -> r.tokens().output()).sum();
    assertThat(phase.measured().elapsed()).isEqualTo(elapsed);
    assertThat(phase.measured().endOffsetSeconds()).isEqualTo(decimal(end - zero));
    assertThat(phase.measured().outputTokensPerSecond()).isEqualTo(over(tokens, elapsed));
    assertThat(phase.measured().requestRate()).isEqualTo(over(successes(measured).size(), elapsed));
  }

  private static double decimal(long nanos) {
    return BigDecimal.valueOf(nanos).divide(NANOS, new MathContext(60)).doubleValue();
  }

  private static double over(long count, double elapsed) {
    return BigDecimal.valueOf(count)
        .divide(new BigDecimal(elapsed), new MathContext(80))
        .doubleValue();
  }

  private static void window(PhaseReport phase, List<RequestRecord> all, long opens, long closes) {
    BigDecimal tokens = BigDecimal.ZERO;
    BigDecimal inFlight = BigDecimal.ZERO;
    long completions = 0;
    for (RequestRecord r : all) {
      long sent = r.instants().sentNanos();
      long end = sent + r.instants().endNanos();
      inFlight =
          inFlight.add(
              BigDecimal.valueOf(Math.max(0, Math.min(end, closes) - Math.max(sent, opens))));
      if (r.outcome() instanceof Outcome.Completed) {
        completions += end >= opens && end < closes ? 1 : 0;
        int events = r.tokens().events();
        long inside = arrivals(r).filter(a -> a >= opens && a < closes).count();
        if (events > 0) {
          tokens =
              tokens.add(
                  BigDecimal.valueOf(inside * r.tokens().output())
                      .divide(BigDecimal.valueOf(events), new MathContext(60)));
        }
      }
    }
    double seconds = decimal(closes - opens);
    PhaseReport.WindowReport window = phase.load().window();
    assertThat(window.requestRate()).isEqualTo(over(completions, seconds));
    double rate = tokens.divide(new BigDecimal(seconds), new MathContext(60)).doubleValue();
    assertThat(window.outputTokensPerSecond()).isCloseTo(rate, within(1e-12 * (1 + rate)));
    double mean =
        inFlight.divide(BigDecimal.valueOf(closes - opens), new MathContext(60)).doubleValue();
    assertThat(window.meanConcurrency()).isCloseTo(mean, within(1e-12 * (1 + mean)));
  }

  private static Stream<Long> arrivals(RequestRecord r) {
    if (r.instants().firstTokenNanos() < 0) {
      return Stream.of();
    }
    long first = r.instants().sentNanos() + r.instants().firstTokenNanos();
    return IntStream.rangeClosed(0, r.gaps().size())
        .mapToObj(i -> first + r.gaps().stream().limit(i).sum());
  }
}
