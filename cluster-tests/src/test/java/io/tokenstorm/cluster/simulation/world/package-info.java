/** Virtual time, chance, clocks that drift, processes that stop and die, links that lose. */
package io.tokenstorm.cluster.simulation.world;
