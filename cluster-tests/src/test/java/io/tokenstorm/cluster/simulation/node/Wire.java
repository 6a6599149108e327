package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.cluster.simulation.world.Link;

/**
 * The links of one worker.
 *
 * @param up to the coordinator
 * @param down to the worker
 */
public record Wire(Link up, Link down) {}
