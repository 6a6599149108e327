/** What happened in a run, told to whoever watches. */
package io.tokenstorm.cluster.simulation.history;
