package io.tokenstorm.cluster.simulation.setting;

import io.tokenstorm.cluster.simulation.world.DriftingClock;
import java.time.Duration;

/**
 * What one worker is like.
 *
 * @param worker its id
 * @param weight its share of the slots
 * @param clock of its machine
 * @param beside whether it runs on the coordinator's machine, which can then read its spools
 * @param joins when its process is started first
 * @param preparing how long it takes to make ready at most
 * @param flushing how long a record stays in memory
 * @param orphanAfter it starts anew when it has not heard from the coordinator for this long
 * @param connecting probability that a request needs a new connection
 */
public record WorkerTraits(
    String worker,
    int weight,
    DriftingClock clock,
    boolean beside,
    Duration joins,
    Duration preparing,
    Duration flushing,
    Duration orphanAfter,
    double connecting) {}
