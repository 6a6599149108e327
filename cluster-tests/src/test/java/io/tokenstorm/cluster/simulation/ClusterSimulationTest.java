package io.tokenstorm.cluster.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.simulation.part.Parts;
import io.tokenstorm.cluster.simulation.scenario.FaultKind;
import io.tokenstorm.cluster.simulation.scenario.Scenario;
import io.tokenstorm.cluster.simulation.scenario.ScenarioDraw;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The real state machines of coordinator and workers through thousands of faulty runs. All is drawn
 * from a run's seed. {@code -Dsimulation.runs=N} makes it longer, {@code -Dsimulation.seed=S}
 * begins elsewhere; with one run its course is printed.
 */
final class ClusterSimulationTest {
  private static final int RUNS = Integer.getInteger("simulation.runs", 10_000);
  private static final long FIRST_SEED = Long.getLong("simulation.seed", 1);

  /** From this many runs on their distribution is held to what is asked of it. */
  private static final int REPRESENTATIVE = 10_000;

  private static final int MOST_FAILURES = 5;

  @Test
  void cluster_anyFaultsAtAnyTime_allInvariantsHold() {
    Distribution distribution = new Distribution();
    List<String> failures = new ArrayList<>();
    long began = cpuNanos();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      Outcome outcome = named(seed);
      distribution.add(outcome);
      if (!outcome.violations().isEmpty() && failures.size() < MOST_FAILURES) {
        failures.add(failure(outcome));
      }
    }
    System.out.printf(
        "Cluster simulation, seeds %d to %d, %.1f s of CPU: %s%n",
        FIRST_SEED, FIRST_SEED + RUNS - 1, (cpuNanos() - began) / 1e9, distribution);
    assertThat(failures).isEmpty();
    if (RUNS >= REPRESENTATIVE) {
      assertThat(distribution.large()).isGreaterThanOrEqualTo(distribution.runs() / 2);
      assertThat(FaultKind.values())
          .allSatisfy(
              kind ->
                  assertThat(distribution.of(kind))
                      .as(kind.name())
                      .isGreaterThanOrEqualTo(distribution.runs() / 10));
    }
  }

  /** A run that breaks the simulation itself, too, can be played again. */
  private static Outcome named(long seed) {
    try {
      return run(seed);
    } catch (RuntimeException e) {
      throw new IllegalStateException("seed " + seed + " breaks the simulation", e);
    }
  }

  private static Outcome run(long seed) {
    Scenario scenario = ScenarioDraw.of(seed);
    if (RUNS > 1) {
      return Simulation.run(scenario, Parts.REAL);
    }
    Trace trace = new Trace();
    Outcome outcome = Simulation.run(scenario, Parts.REAL, trace);
    System.out.println(scenario);
    trace.lines().forEach(System.out::println);
    return outcome;
  }

  private static String failure(Outcome outcome) {
    return """
        seed %d with %s: %s
        again: ./mvnw -pl cluster-tests -am test -Dtest=ClusterSimulationTest \
        -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.runs=1 -Dsimulation.seed=%d
        """
        .formatted(
            outcome.scenario().seed(),
            outcome.faults(),
            outcome.violations(),
            outcome.scenario().seed());
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
