package io.tokenstorm.worker.slot;

import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.worker.load.SendGate;
import io.tokenstorm.worker.prompt.PromptPool;

/**
 * What the slots of one phase share.
 *
 * @param run id of the run
 * @param epoch of the arming
 * @param phase index of the phase in the plan
 * @param keepAlive whether a slot keeps its connection from request to request
 */
public record SlotPhase(
    String run,
    int epoch,
    int phase,
    boolean keepAlive,
    Timeouts timeouts,
    SendGate gate,
    PromptPool prompts,
    SlotCounters counters,
    Ticker ticker) {}
