package io.tokenstorm.worker.load;

import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.shard.SlotRange;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One worker's part of one phase: everything the engine needs to make ready.
 *
 * @param run id of the run
 * @param epoch of the arming
 * @param phaseIndex index of the phase in the plan
 * @param model sent in each request
 * @param seed the plan's seed
 * @param salt the run's salt
 * @param lengthFactor words of prompt text per token aimed at, fixed for the phase by the
 *     coordinator; see {@code docs/metrics.md}
 * @param recipe how prompts get their exact length; null: by the factor alone
 * @param slots this worker's slots
 * @param secrets values of the environment variables that the route's headers refer to, resolved on
 *     this node
 */
public record PhaseWork(
    String run,
    int epoch,
    int phaseIndex,
    Phase phase,
    Route route,
    Workload workload,
    String model,
    long seed,
    String salt,
    double lengthFactor,
    @Nullable PromptRecipe recipe,
    SlotRange slots,
    Map<String, String> secrets) {

  /** Whether prompts are sent as token ids. */
  public boolean sendsIds() {
    return recipe == null ? workload.sendsIds() : recipe.sendsIds();
  }

  /** Never prints a secret. */
  @Override
  public String toString() {
    return "PhaseWork[" + run + '/' + epoch + '/' + phase.name() + ' ' + slots + ']';
  }
}
