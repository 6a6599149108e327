/** What a run is and what goes wrong in it, drawn from a seed. */
package io.tokenstorm.cluster.simulation.scenario;
