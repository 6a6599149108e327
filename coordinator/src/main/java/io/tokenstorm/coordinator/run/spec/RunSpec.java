package io.tokenstorm.coordinator.run.spec;

import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;

/**
 * What a run is; fixed when it starts.
 *
 * @param run its id
 * @param plan what it runs, as it is run
 * @param planHash of the plan
 * @param planJson of the plan, as it is sent to workers
 * @param salt of the prompts
 * @param minWorkers how many must be there before the first phase, ≥ 1
 * @param firstEpoch of its first arming; larger than any used before, by this coordinator or by an
 *     earlier one of the same run
 * @param timings limits
 */
public record RunSpec(
    String run,
    Plan plan,
    String planHash,
    String planJson,
    String salt,
    int minWorkers,
    int firstEpoch,
    RunTimings timings) {

  /** The prompts of a phase, by its index: {@link Plan#promptsOf}. */
  public String promptsOf(int index) {
    return plan.promptsOf(phase(index));
  }

  /** A phase of the plan by its index. */
  public Phase phase(int index) {
    return plan.phases().get(index);
  }
}
