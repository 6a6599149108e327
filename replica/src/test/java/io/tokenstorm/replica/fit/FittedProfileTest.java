package io.tokenstorm.replica.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.replica.ReplicaConfig;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fitted profile against the reference it was fitted to: all fourteen phases in virtual time,
 * one parameter set, for fast and slow clients.
 */
class FittedProfileTest {
  private static final double FITTED = 1.15;
  private static final double UNEXPLAINED = 2.0;

  @ParameterizedTest
  @ValueSource(ints = {150_000, 500_000, 1_500_000})
  void fourteenPhases_fullScale_withinTheStatedBounds(int clientNanos) throws IOException {
    Reference reference = Reference.load();
    Map<String, PhaseResult> results = play(clientNanos);

    SoftAssertions within = new SoftAssertions();
    for (String phase : Reference.FITTED) {
      check(within, reference, results.get(phase), FITTED);
    }
    for (String phase : Reference.UNEXPLAINED) {
      check(within, reference, results.get(phase), UNEXPLAINED);
    }
    within.assertAll();
    firstCoverageStallsAndIsGoneOnTheRecheck(results);
    assertThat(results.get("eviction-c4").errors()).isEqualTo(2);
  }

  private static Map<String, PhaseResult> play(int clientNanos) throws IOException {
    ReplicaConfig profile = ReplicaConfig.load("h20-dsv4-flash");
    VirtualCluster cluster = new VirtualCluster(profile, clientNanos, clientNanos);
    Map<String, PhaseResult> results = new LinkedHashMap<>();
    for (PhaseSpec phase : PhaseSpec.reference()) {
      results.put(phase.name(), cluster.play(phase));
    }
    return results;
  }

  private static void check(
      SoftAssertions within, Reference reference, PhaseResult result, double factor) {
    reference
        .ratios(result)
        .forEach(
            (figure, ratio) ->
                within
                    .assertThat(ratio)
                    .as("%s of %s against the reference", figure, result)
                    .isBetween(2 - Math.min(factor, 1.5), factor));
  }

  private static void firstCoverageStallsAndIsGoneOnTheRecheck(Map<String, PhaseResult> results) {
    for (String shape : new String[] {"c4", "c16"}) {
      PhaseResult first = results.get("gateway-" + shape);
      PhaseResult recheck = results.get("recheck-" + shape);
      assertThat(first.ttft(99)).as(first.toString()).isGreaterThan(5 * first.ttft(50));
      assertThat(recheck.ttft(100)).as(recheck.toString()).isLessThan(2 * recheck.ttft(50));
    }
  }
}
