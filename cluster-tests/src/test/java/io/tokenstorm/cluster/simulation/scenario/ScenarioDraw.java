package io.tokenstorm.cluster.simulation.scenario;

import io.tokenstorm.cluster.simulation.setting.ReplicaTraits;
import io.tokenstorm.cluster.simulation.setting.Setting;
import io.tokenstorm.cluster.simulation.setting.WorkerTraits;
import io.tokenstorm.cluster.simulation.world.Chance;
import io.tokenstorm.cluster.simulation.world.DriftingClock;
import io.tokenstorm.cluster.simulation.world.LinkQuality;
import java.util.ArrayList;
import java.util.List;

/** Draws a scenario from a seed. */
public final class ScenarioDraw {
  /** Two clocks may drift apart by 200 parts per million; each by less than half of it. */
  private static final long MOST_DRIFT = 99;

  private static final List<Milestone> WHEN = List.of(Milestone.values());

  private static final List<FaultKind> KINDS = List.of(FaultKind.values());

  private final Chance chance;
  private final long seed;

  private ScenarioDraw(long seed) {
    this.seed = seed;
    this.chance = new Chance(seed);
  }

  /** The scenario of a seed. */
  public static Scenario of(long seed) {
    return new ScenarioDraw(seed).draw();
  }

  private Scenario draw() {
    int workers = workers();
    PlanDraw plan = new PlanDraw(chance, workers);
    List<Fault> faults = faults(workers, plan.phases());
    List<WorkerTraits> traits = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      traits.add(worker(i, faults));
    }
    long late = faults.stream().filter(f -> f.kind() == FaultKind.LATE_JOINER).count();
    int minWorkers = Math.max(1, workers - (int) late);
    ReplicaTraits replicas = plan.replicas();
    return new Scenario(
        seed,
        new Setting(
            plan.draw(),
            minWorkers,
            traits,
            replicas,
            clock(),
            chance.millis(1, 40),
            seed % 2 == 0),
        LinkQuality.GOOD.delaying(chance.between(50_000, 2_000_000), chance.between(0, 1_000_000)),
        faults);
  }

  private int workers() {
    if (chance.of(0.22)) {
      return chance.between(1, 2);
    }
    return chance.of(0.9) ? chance.between(3, 6) : chance.between(7, 20);
  }

  private WorkerTraits worker(int index, List<Fault> faults) {
    boolean late =
        faults.stream().anyMatch(f -> f.kind() == FaultKind.LATE_JOINER && f.worker() == index);
    return new WorkerTraits(
        "w" + index,
        chance.of(0.2) ? chance.between(1, 5) : 1,
        clock(),
        chance.of(0.3),
        late ? chance.millis(1_000, 8_000) : chance.millis(0, 300),
        chance.millis(0, 400),
        chance.millis(0, 25),
        chance.millis(4_000, 12_000),
        chance.of(0.3) ? 0.3 : 0);
  }

  private DriftingClock clock() {
    long offset = chance.between(-1_000_000_000_000_000L, 1_000_000_000_000_000L);
    return new DriftingClock(offset, chance.between(-MOST_DRIFT, MOST_DRIFT));
  }

  private List<Fault> faults(int workers, int phases) {
    List<Fault> faults = new ArrayList<>();
    if (chance.of(0.06)) {
      return faults;
    }
    faults.add(fault(KINDS.get(Math.floorMod(seed, KINDS.size())), workers, phases));
    while (faults.size() < 6 && chance.of(0.78)) {
      faults.add(fault(chance.of(KINDS), workers, phases));
    }
    return faults;
  }

  private Fault fault(FaultKind kind, int workers, int phases) {
    int phase = chance.of(0.7) ? 0 : chance.between(0, phases - 1);
    Milestone when = kind == FaultKind.LATE_JOINER ? Milestone.START : chance.of(WHEN);
    if (when == Milestone.SETTLED && phase == phases - 1) {
      when = Milestone.MEASURE;
    }
    boolean late = when == Milestone.CLOSED || when == Milestone.SETTLED;
    boolean brief = chance.of(0.5);
    return new Fault(
        kind,
        phase,
        when,
        chance.millis(0, late ? 400 : 1_500),
        brief ? chance.millis(50, 3_000) : chance.millis(3_000, 20_000),
        chance.between(0, workers - 1),
        chance.between(0, 1_000) / 1_000.0);
  }
}
