package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.Holder;
import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.cluster.simulation.setting.Setting;
import io.tokenstorm.cluster.simulation.setting.WorkerTraits;
import io.tokenstorm.cluster.simulation.world.DriftingClock;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.Directive;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * At which true time a worker opens and closes the measured window, against the coordinator's own
 * edges: apart by no more than the error that the run reports for this worker, the closing edge by
 * the drift allowed over the window's length more.
 */
final class WindowCheck implements Witness {
  /** Clocks are read in whole nanoseconds. */
  private static final long ROUNDING_NANOS = 4;

  private static final long MILLION = 1_000_000;

  /** What the report's definition grants to the closing edge. */
  private static final long DRIFT_PER_MILLION = 200;

  private final Setting setting;
  private final Violations violations;
  private final Map<String, DriftingClock> clocks = new HashMap<>();
  private final Map<Integer, RunEvent.StageOpened> opened = new HashMap<>();
  private final Map<Bounded, Long> bounds = new HashMap<>();
  private final Set<Bounded> checked = new HashSet<>();
  private String run = "";

  private record Bounded(String worker, int epoch) {}

  private record Edge(String what, long workerNanos, long coordinatorNanos) {}

  WindowCheck(Setting setting, Violations violations) {
    this.setting = setting;
    this.violations = violations;
    for (WorkerTraits traits : setting.workers()) {
      clocks.put(traits.worker(), traits.clock());
    }
  }

  @Override
  public void noted(String of, RunEvent event) {
    if (!of.equals(run)) {
      run = of;
      opened.clear();
      bounds.clear();
      checked.clear();
    }
    if (event instanceof RunEvent.EdgesSet set) {
      set.clocks().forEach(c -> bounds.put(new Bounded(c.worker(), set.epoch()), c.errorNanos()));
    } else if (event instanceof RunEvent.StageOpened open && open.stage() == LoadStage.MEASURE) {
      opened.put(open.epoch(), open);
    }
  }

  @Override
  public void reached(Holder worker, Directive directive) {
    RunEvent.StageOpened open = opened.get(directive.epoch());
    boolean ours = directive.run().equals(run) && directive.measure().isSet();
    Bounded key = new Bounded(worker.worker(), directive.epoch());
    if (open == null || !ours || !checked.add(key)) {
      return;
    }
    long bound = bounds.getOrDefault(key, -1L);
    Edge opens = new Edge("opens", directive.measure().opensAtNanos(), open.opensAtNanos());
    check(key, opens, bound);
    if (directive.measure().closesAtNanos() != Long.MAX_VALUE) {
      Phase phase = setting.plan().phases().get(directive.phase());
      long length = phase.measure().atLeast().toNanos();
      long closes = open.opensAtNanos() + length;
      long drifted = bound + length / MILLION * DRIFT_PER_MILLION;
      check(key, new Edge("closes", directive.measure().closesAtNanos(), closes), drifted);
    }
  }

  private void check(Bounded key, Edge edge, long bound) {
    long there = clocks.get(key.worker()).trueTimeOf(edge.workerNanos());
    long here = setting.coordinatorClock().trueTimeOf(edge.coordinatorNanos());
    if (Math.abs(there - here) > bound + ROUNDING_NANOS) {
      violations.add(
          Invariant.WINDOWS,
          "%s %s the measured window %.6f ms from the coordinator, reported is %.6f"
              .formatted(key, edge.what(), (there - here) / 1e6, bound / 1e6));
    }
  }
}
