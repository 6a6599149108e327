package io.tokenstorm.coordinator.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.coordinator.compare.gate.GateParser;
import io.tokenstorm.coordinator.compare.model.ComparedFigure;
import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.GateResult.State;
import io.tokenstorm.coordinator.compare.model.Outcome;
import io.tokenstorm.coordinator.compare.model.Rule;
import io.tokenstorm.coordinator.compare.show.HtmlForm;
import io.tokenstorm.coordinator.compare.show.JsonForm;
import io.tokenstorm.coordinator.compare.show.MarkdownForm;
import io.tokenstorm.coordinator.compare.show.TerminalForm;
import io.tokenstorm.coordinator.report.ReportBuilder;
import io.tokenstorm.coordinator.report.RunFixture;
import io.tokenstorm.coordinator.stats.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareRunsTest {
  private static final Rule RULE = new Rule(0.99, 0.03, 1000, 1);

  @TempDir Path root;

  private Path run(String name, long seed, int requests, double factor) {
    return SyntheticRun.write(root.resolve(name), seed, requests, factor, 0);
  }

  private static Comparison compared(List<Path> a, List<Path> b, String... gates) {
    return CompareRuns.compare(
        new CompareRuns.Request(
            a, b, RULE, Arrays.stream(gates).map(GateParser::parse).toList(), false));
  }

  private static Outcome outcome(Comparison comparison, String figure) {
    return difference(comparison, figure).outcome();
  }

  private static Difference difference(Comparison comparison, String figure) {
    ComparedFigure named = ComparedFigure.named(figure);
    if (named == null) {
      throw new IllegalArgumentException(figure);
    }
    return comparison.phases().get(0).of(named);
  }

  @Test
  void compare_tenPercentSlower_isFoundAndFailsTheGate() {
    Comparison comparison =
        compared(
            List.of(run("a", 1, 600, 1)),
            List.of(run("b", 2, 600, 1.1)),
            "ttft.p50<+5%",
            "steady:tok/s>-20%",
            "errors<+0.5pp");
    for (String figure :
        List.of("ttft.p50", "tpot.p50", "e2e.p50", "ttft.mean", "tok/s", "req/s")) {
      assertThat(outcome(comparison, figure)).as(figure).isEqualTo(Outcome.WORSE);
    }
    assertThat(difference(comparison, "tpot.p50").change()).isBetween(0.09, 0.11);
    assertThat(difference(comparison, "tok/s").change()).isBetween(-0.11, -0.08);
    assertThat(comparison.gates().stream().map(g -> g.state()))
        .containsExactly(State.FAILED, State.PASSED, State.PASSED);
  }

  @Test
  void compare_tenPercentFaster_isBetter() {
    Comparison comparison = compared(List.of(run("a", 1, 600, 1.1)), List.of(run("b", 2, 600, 1)));
    assertThat(outcome(comparison, "ttft.p50")).isEqualTo(Outcome.BETTER);
    assertThat(outcome(comparison, "tok/s")).isEqualTo(Outcome.BETTER);
  }

  @Test
  void compare_aRunWithItself_hasNoChangeAndNothingWorse() {
    Path run = run("a", 1, 600, 1);
    Comparison comparison = compared(List.of(run), List.of(run));
    assertThat(comparison.phases().get(0).differences())
        .allSatisfy(
            d -> {
              assertThat(d.change()).isZero();
              assertThat(d.outcome()).isIn(Outcome.SAME, Outcome.CANNOT_TELL);
            });
    assertThat(outcome(comparison, "tpot.p50")).isEqualTo(Outcome.SAME);
  }

  /** The stated rate is 0.5 % of the figures; with 30 pairs of 18 that is fewer than three. */
  @Test
  void compare_runsThatDoNotDiffer_areSeldomWorse() {
    long worse = 0;
    for (int i = 0; i < 30; i++) {
      Comparison comparison =
          compared(List.of(run("a" + i, 100 + i, 200, 1)), List.of(run("b" + i, 200 + i, 200, 1)));
      worse +=
          comparison.phases().get(0).differences().stream()
              .filter(d -> d.outcome() == Outcome.WORSE)
              .count();
    }
    assertThat(worse).isLessThanOrEqualTo(8);
  }

  /** Runs of one system differ by a tenth from each other; within a run nothing shows that. */
  @Test
  void compare_severalRunsThatDifferAmongThemselves_areNotCalledWorse() {
    Random random = new Random(5);
    int worse = 0;
    for (int i = 0; i < 12; i++) {
      List<Path> a = new ArrayList<>();
      List<Path> b = new ArrayList<>();
      for (int j = 0; j < 3; j++) {
        a.add(run("a" + i + j, random.nextLong(), 150, Math.exp(0.1 * random.nextGaussian())));
        b.add(run("b" + i + j, random.nextLong(), 150, Math.exp(0.1 * random.nextGaussian())));
      }
      Comparison comparison = compared(a, b);
      assertThat(comparison.betweenRuns()).isTrue();
      worse += outcome(comparison, "e2e.p50") == Outcome.WORSE ? 1 : 0;
    }
    assertThat(worse).isLessThanOrEqualTo(1);
  }

  @Test
  void compare_severalRunsOfASteadySystem_stillFindTenPercent() {
    List<Path> a = Stream.of(1, 2, 3).map(i -> run("a" + i, i, 300, 1)).toList();
    List<Path> b = Stream.of(4, 5, 6).map(i -> run("b" + i, i, 300, 1.1)).toList();
    Comparison comparison = compared(a, b);
    assertThat(outcome(comparison, "tpot.p50")).isEqualTo(Outcome.WORSE);
    assertThat(comparison.phases().get(0).requestsA()).isEqualTo(900);
  }

  @Test
  void compare_oneRun_hasTheReportsFigures() {
    Path run = run("a", 1, 333, 1);
    Comparison comparison = compared(List.of(run), List.of(run));
    var measured = ReportBuilder.buildReport(run).phases().get(0).measured();
    Figure ttft = measured.ttft();
    assertThat(difference(comparison, "ttft.p50").a()).isEqualTo(ttft.p50());
    assertThat(difference(comparison, "ttft.p99").a()).isEqualTo(ttft.p99());
    assertThat(difference(comparison, "tok/s").a()).isEqualTo(measured.outputTokensPerSecond());
  }

  @Test
  void compare_directoryOfRuns_poolsThem() {
    run("both/x", 1, 100, 1);
    run("both/y", 2, 100, 1);
    Path below = root.resolve("both");
    assertThatThrownBy(() -> compared(List.of(below), List.of(below)))
        .hasMessageContaining("holds none");
    Comparison comparison =
        compared(List.of(below.resolve("x"), below.resolve("y")), List.of(run("other", 3, 100, 1)));
    assertThat(comparison.a().runs()).hasSize(2);
    assertThat(comparison.betweenRuns()).isFalse();
    assertThat(comparison.notes()).anyMatch(n -> n.contains("fewer than two runs"));
  }

  @Test
  void compare_runsOfTwoPlansOnOneSide_areRefused() {
    Path a = run("a", 1, 50, 1);
    Path other =
        SyntheticRun.write(root.resolve("o"), RunFixture.phase("steady", 8, true), 1, 50, 1, 0);
    assertThatThrownBy(() -> compared(List.of(a, other), List.of(a)))
        .isInstanceOf(CompareException.class)
        .hasMessageContaining("A holds runs of different plans");
    assertThat(compared(List.of(a), List.of(other)).phases().get(0).note())
        .contains("concurrency 4 in A and 8 in B");
  }

  @Test
  void compare_noPhaseInCommonOrNoRun_isRefused() throws IOException {
    Path a = run("a", 1, 50, 1);
    Path other =
        SyntheticRun.write(root.resolve("o"), RunFixture.phase("else", 4, true), 1, 50, 1, 0);
    assertThatThrownBy(() -> compared(List.of(a), List.of(other)))
        .hasMessageContaining("no phase has a result on both sides");
    assertThatThrownBy(() -> compared(List.of(a), List.of(root.resolve("missing"))))
        .hasMessageContaining("B: ");
    assertThatThrownBy(() -> compared(List.of(a), List.of(a), "other:tok/s>-5%"))
        .hasMessageContaining("about no phase");
    Files.delete(a.resolve("events.jsonl"));
    assertThatThrownBy(() -> compared(List.of(a), List.of(other)))
        .isInstanceOf(CompareException.class);
  }

  @Test
  void compare_failuresInB_raiseTheErrorShare() {
    Path b = SyntheticRun.write(root.resolve("b"), 2, 600, 1, 10);
    Comparison comparison = compared(List.of(run("a", 1, 600, 1)), List.of(b), "errors<+1pp");
    assertThat(outcome(comparison, "errors")).isEqualTo(Outcome.WORSE);
    assertThat(comparison.any(State.FAILED)).isTrue();
  }

  @Test
  void compare_tooFewRequests_cannotTell() {
    Comparison comparison =
        compared(List.of(run("a", 1, 100, 1)), List.of(run("b", 2, 100, 2)), "ttft.p99<+5%");
    assertThat(outcome(comparison, "ttft.p50")).isEqualTo(Outcome.WORSE);
    assertThat(outcome(comparison, "ttft.p99")).isEqualTo(Outcome.CANNOT_TELL);
    assertThat(difference(comparison, "ttft.p99").why()).contains("needs 500, has 100");
    assertThat(comparison.any(State.UNDECIDED)).isTrue();
  }

  @Test
  void forms_sameInput_areTheSameAndSayTheOutcome() {
    List<Path> a = List.of(run("a", 1, 300, 1));
    List<Path> b = List.of(run("b", 2, 300, 1.2));
    Comparison first = compared(a, b, "ttft.p50<+5%");
    Comparison second = compared(a, b, "ttft.p50<+5%");
    assertThat(JsonForm.render(second)).isEqualTo(JsonForm.render(first));
    assertThat(HtmlForm.render(second)).isEqualTo(HtmlForm.render(first));
    assertThat(JsonForm.render(first)).contains("\"outcome\" : \"worse\"", "\"ttft.p90\"");
    assertThat(HtmlForm.render(first)).contains("worse</td>", "Gates").doesNotContain("<script");
    assertThat(MarkdownForm.render(first)).contains("| **worse** |", "ttft.p50 ms");
    assertThat(TerminalForm.render(first, 80)).contains("worse", "FAILED ttft.p50<+5%");
    assertThat(TerminalForm.render(first, 80).lines()).allMatch(l -> l.length() <= 80);
    assertThat(TerminalForm.render(first, 60).lines()).allMatch(l -> l.length() <= 60);
  }
}
