/** The invariants of a run, a class each, told of everything that happens. */
package io.tokenstorm.cluster.simulation.check;
