package io.tokenstorm.cluster.simulation.check;

import io.tokenstorm.cluster.simulation.history.Witnesses;
import io.tokenstorm.cluster.simulation.setting.Setting;
import io.tokenstorm.cluster.simulation.world.Timeline;
import java.util.List;

/** All invariants, watching one run. */
public final class Checks {
  private final Violations violations;
  private final TerminationCheck termination;

  public Checks(Setting setting, Timeline timeline, Witnesses witnesses) {
    violations = new Violations(timeline);
    termination = new TerminationCheck(timeline, violations);
    witnesses.add(new ConservationCheck(violations));
    witnesses.add(new OwnershipCheck(setting.plan(), violations));
    witnesses.add(new WindowCheck(setting, violations));
    witnesses.add(new FenceCheck(timeline, setting.coordinatorClock(), violations));
    witnesses.add(termination);
    witnesses.add(new SplitCheck(violations));
    witnesses.add(new EpochCheck(violations));
    witnesses.add(new MergeCheck(violations));
    witnesses.add(new CancelCheck(timeline, setting.totalTimeout(), violations));
  }

  /** The run has no verdict although nothing is left to wait for. */
  public void endless(String run, String waitingFor) {
    termination.endless(run, waitingFor);
  }

  public List<Violations.Violation> found() {
    return violations.all();
  }
}
