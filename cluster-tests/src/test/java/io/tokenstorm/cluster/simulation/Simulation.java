package io.tokenstorm.cluster.simulation;

import io.tokenstorm.cluster.simulation.check.Checks;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.cluster.simulation.history.Witnesses;
import io.tokenstorm.cluster.simulation.node.VirtualCluster;
import io.tokenstorm.cluster.simulation.node.World;
import io.tokenstorm.cluster.simulation.part.Parts;
import io.tokenstorm.cluster.simulation.scenario.Scenario;
import io.tokenstorm.cluster.simulation.world.Chance;
import io.tokenstorm.cluster.simulation.world.Timeline;
import java.time.Duration;

/** One whole run in virtual time. The same scenario and parts always give the same outcome. */
final class Simulation {
  /** No run takes longer: the sum of all its deadlines is below. */
  private static final long HORIZON_NANOS = Duration.ofMinutes(10).toNanos();

  /** No run has nearly as many events. */
  private static final long MOST_EVENTS = 2_000_000;

  /** How long a cluster is watched after the verdict: longer than a lease. */
  private static final long AFTERMATH_NANOS = Duration.ofMillis(2_800).toNanos();

  private final Timeline timeline = new Timeline();
  private final Checks checks;
  private final Injector injector;
  private final Tally tally = new Tally();
  private final VirtualCluster cluster;

  private Simulation(Scenario scenario, Parts parts, Witness... watchers) {
    Witnesses witnesses = new Witnesses();
    checks = new Checks(scenario.setting(), timeline, witnesses);
    injector = new Injector(scenario, timeline, witnesses);
    witnesses.add(injector);
    witnesses.add(tally);
    for (Witness watcher : watchers) {
      witnesses.add(watcher);
    }
    Chance chance = new Chance(~scenario.seed());
    cluster = new VirtualCluster(new World(timeline, chance, witnesses, parts), scenario.setting());
    injector.begin(cluster);
    play();
    witnesses.over();
  }

  /** Runs a scenario to its end. */
  static Outcome run(Scenario scenario, Parts parts, Witness... watchers) {
    Simulation simulation = new Simulation(scenario, parts, watchers);
    return new Outcome(
        scenario,
        simulation.checks.found(),
        simulation.injector.injected(),
        simulation.tally,
        simulation.timeline.nowNanos());
  }

  private void play() {
    while (!isOver() && timeline.written() < MOST_EVENTS && timeline.step(HORIZON_NANOS)) {
      // the step is all
    }
    if (!isOver()) {
      checks.endless(cluster.coordinator().run(), cluster.coordinator().waitingFor());
      return;
    }
    long until = timeline.nowNanos() + AFTERMATH_NANOS;
    while (timeline.step(until)) {
      // the step is all
    }
  }

  private boolean isOver() {
    return cluster.coordinator().isAlive() && cluster.coordinator().isOver();
  }
}
