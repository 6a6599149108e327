package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.cluster.simulation.part.Parts;
import io.tokenstorm.cluster.simulation.world.Chance;
import io.tokenstorm.cluster.simulation.world.Timeline;

/**
 * What all parts of one simulated cluster share.
 *
 * @param timeline true time
 * @param chance of everything that happens
 * @param witness sees it
 * @param parts the state machines' seams
 */
public record World(Timeline timeline, Chance chance, Witness witness, Parts parts) {}
