/** The seams at which a real part can be replaced by a broken one. */
package io.tokenstorm.cluster.simulation.part;
