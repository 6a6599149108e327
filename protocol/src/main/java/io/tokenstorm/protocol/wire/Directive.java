package io.tokenstorm.protocol.wire;

import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.shard.ShardMap;
import io.tokenstorm.protocol.shard.SlotRange;
import java.util.List;

/**
 * What the coordinator wants of one worker, whole, repeated 2–4 times a second. Level-triggered: a
 * lost one heals by the next, a repeated one changes nothing, one with an older epoch or sequence
 * is ignored and counted. All instants are in the receiver's ticker; the coordinator alone does
 * clock arithmetic.
 *
 * @param sequence rises with each directive to this worker within an epoch
 * @param run id of the run; empty when none is on
 * @param epoch rises with each arming and each incarnation of the coordinator, over all runs (it
 *     never starts again with a new run); membership and slots are frozen within it
 * @param phase index of the phase in the plan
 * @param stage where the phase stands
 * @param planHash which plan; a worker that does not hold it says so in its status
 * @param concurrency slots over the whole cluster
 * @param weights of all members of this epoch, in order
 * @param index of this worker among them
 * @param lengthFactor words of prompt per token aimed at; fixed within a phase
 * @param recipe how prompts get their exact length, {@link PromptRecipe#NONE} if by the factor
 *     alone; fixed within a phase
 * @param refusesUsage whether the route's target refuses {@code stream_options}; fixed within a
 *     phase
 * @param warmup when slots may send requests of the warmup
 * @param measure when slots may send measured requests; if both are open, measured wins
 * @param cutAtNanos what still runs at this instant is cut; {@link Long#MAX_VALUE}: never
 * @param leaseUntilNanos no request leaves after it
 */
public record Directive(
    long sequence,
    String run,
    int epoch,
    int phase,
    Stage stage,
    String planHash,
    int concurrency,
    List<Integer> weights,
    int index,
    double lengthFactor,
    PromptRecipe recipe,
    boolean refusesUsage,
    SendWindow warmup,
    SendWindow measure,
    long cutAtNanos,
    long leaseUntilNanos)
    implements WorkerProtocol, ControlMessage {

  /** The slots of the receiver. */
  public SlotRange slots() {
    return ShardMap.slots(concurrency, weights).get(index);
  }
}
