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
 */
public record SlotPhase(
    String run,
    int epoch,
    int phase,
    Timeouts timeouts,
    SendGate gate,
    PromptPool prompts,
    SlotCounters counters,
    Ticker ticker) {}
