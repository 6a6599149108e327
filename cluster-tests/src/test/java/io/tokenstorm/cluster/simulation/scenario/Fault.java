package io.tokenstorm.cluster.simulation.scenario;

import java.time.Duration;

/**
 * Something that is going to go wrong.
 *
 * @param phase index of the phase in which
 * @param when the milestone that triggers it; {@link Milestone#START} is of no phase
 * @param delay from the milestone
 * @param lasting until it is well again
 * @param worker index of the worker it befalls
 * @param strength between 0 and 1
 */
public record Fault(
    FaultKind kind,
    int phase,
    Milestone when,
    Duration delay,
    Duration lasting,
    int worker,
    double strength) {}
