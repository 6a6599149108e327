package io.tokenstorm.coordinator.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.compare.gate.Gate;
import io.tokenstorm.coordinator.compare.gate.GateParser;
import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.GateResult.State;
import io.tokenstorm.coordinator.compare.model.Outcome;
import io.tokenstorm.coordinator.compare.model.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How often runs that do not differ are told apart, and runs that do are: over many pairs of runs
 * whose requests come in waves. The figures of a pair go together, so that few pairs show a rate
 * only roughly; {@code docs/compare.md} has the rates of many.
 */
class ErrorRatesTest {
  private static final int PAIRS = 40;
  private static final List<Gate> GATES =
      List.of("ttft.p50<+5%", "tpot.p50<+5%", "e2e.p90<+5%", "tok/s>-5%").stream()
          .map(GateParser::parse)
          .toList();

  @TempDir private static Path root;
  private static int written;

  /** What came out of all figures with an interval, and of all gates. */
  private record Tally(long judged, long worse, long better, long same, long failed, long passed) {
    static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0);

    Tally plus(Comparison comparison) {
      List<Difference> all =
          comparison.phases().get(0).differences().stream().filter(d -> d.low() != null).toList();
      return new Tally(
          judged + all.size(),
          worse + count(all, Outcome.WORSE),
          better + count(all, Outcome.BETTER),
          same + count(all, Outcome.SAME),
          failed + count(comparison, State.FAILED),
          passed + count(comparison, State.PASSED));
    }

    private static long count(List<Difference> all, Outcome outcome) {
      return all.stream().filter(d -> d.outcome() == outcome).count();
    }

    private static long count(Comparison comparison, State state) {
      return comparison.gates().stream().filter(g -> g.state() == state).count();
    }

    double shareOf(long some) {
      return (double) some / judged;
    }

    double shareOfGates(long some) {
      return (double) some / (PAIRS * GATES.size());
    }
  }

  private static Path run(Random random, double factor) {
    Path directory = root.resolve("run-" + written++);
    return SyntheticRun.inWaves(directory, random.nextLong(), 240, factor);
  }

  /**
   * Pairs of so many runs a side, B slower by a factor; runs differ among themselves by a spread.
   */
  private static Tally pairs(int runs, double slower, double spread, double confidence) {
    Random random = new Random(20_261_130);
    Tally tally = Tally.NONE;
    for (int pair = 0; pair < PAIRS; pair++) {
      List<Path> a = new ArrayList<>();
      List<Path> b = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        a.add(run(random, Math.exp(spread * random.nextGaussian())));
        b.add(run(random, slower * Math.exp(spread * random.nextGaussian())));
      }
      Rule rule = new Rule(confidence, 0.03, 400, pair);
      tally = tally.plus(CompareRuns.compare(new CompareRuns.Request(a, b, rule, GATES, false)));
    }
    return tally;
  }

  @Test
  void runsThatDoNotDiffer_oneASide_areToldApartAboutAsSeldomAsStated() {
    Tally tally = pairs(1, 1, 0, 0.99);

    assertThat(tally.shareOf(tally.worse + tally.better)).isLessThan(0.05);
    assertThat(tally.shareOfGates(tally.failed)).isLessThan(0.05);
  }

  @Test
  void runsOfOneSystemThatDifferAmongThemselves_threeASide_areNotToldApart() {
    Tally tally = pairs(3, 1, 0.05, 0.95);

    assertThat(tally.shareOf(tally.worse + tally.better)).isLessThan(0.1);
  }

  @Test
  void runsThatDiffer_areFoundAndNeverTheWrongWay() {
    Tally tally = pairs(1, 1.15, 0, 0.99);

    assertThat(tally.shareOf(tally.worse)).isGreaterThan(0.7);
    assertThat(tally.better).isZero();
    assertThat(tally.shareOfGates(tally.failed)).isGreaterThan(0.7);
    assertThat(tally.passed).isZero();
  }
}
