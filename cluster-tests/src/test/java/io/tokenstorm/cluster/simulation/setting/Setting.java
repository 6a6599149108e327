package io.tokenstorm.cluster.simulation.setting;

import io.tokenstorm.cluster.simulation.world.DriftingClock;
import io.tokenstorm.protocol.plan.Plan;
import java.time.Duration;
import java.util.List;

/**
 * A cluster before anything happens.
 *
 * @param plan what is run
 * @param minWorkers how many it waits for
 * @param workers all that will ever be there
 * @param replicas how they serve
 * @param coordinatorClock of the coordinator's machine
 * @param storing how long the coordinator's disk takes at most
 * @param resuming whether a coordinator that was killed goes on with its run, or leads another
 */
public record Setting(
    Plan plan,
    int minWorkers,
    List<WorkerTraits> workers,
    ReplicaTraits replicas,
    DriftingClock coordinatorClock,
    Duration storing,
    boolean resuming) {

  /** The longest that one request may run. */
  public Duration totalTimeout() {
    return plan.phases().get(0).timeouts().total();
  }

  /** Whether a request may run into its timeout. */
  public boolean mayTimeOut() {
    Duration slowest = replicas.most().plus(replicas.oneWay().multipliedBy(2));
    return slowest.plusSeconds(1).compareTo(totalTimeout()) > 0;
  }
}
