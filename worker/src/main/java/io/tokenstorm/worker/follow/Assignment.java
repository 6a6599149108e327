package io.tokenstorm.worker.follow;

import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.Directive;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One worker's part of one arming: frozen as long as the epoch lasts.
 *
 * @param run id of the run
 * @param epoch of the arming
 * @param phase index in the plan
 * @param planHash which plan
 * @param concurrency slots over the whole cluster
 * @param slots of this worker
 * @param lengthFactor words of prompt per token aimed at
 * @param recipe how prompts get their exact length; null: by the factor alone
 * @param takesUsage whether the target takes to be asked for usage
 */
public record Assignment(
    String run,
    int epoch,
    int phase,
    String planHash,
    int concurrency,
    SlotRange slots,
    double lengthFactor,
    @Nullable PromptRecipe recipe,
    boolean takesUsage) {

  /** What a directive assigns; null if it names no run, or the receiver is no member. */
  static @Nullable Assignment of(Directive directive) {
    List<Integer> weights = directive.weights();
    boolean member = directive.index() >= 0 && directive.index() < weights.size();
    boolean valid = directive.concurrency() > 0 && weights.stream().allMatch(w -> w >= 1);
    if (directive.run().isEmpty() || !member || !valid) {
      return null;
    }
    return new Assignment(
        directive.run(),
        directive.epoch(),
        directive.phase(),
        directive.planHash(),
        directive.concurrency(),
        directive.slots(),
        directive.lengthFactor(),
        directive.recipe().equals(PromptRecipe.NONE) ? null : directive.recipe(),
        !directive.refusesUsage());
  }

  boolean isSamePhase(Directive directive) {
    return run.equals(directive.run()) && epoch == directive.epoch() && phase == directive.phase();
  }
}
