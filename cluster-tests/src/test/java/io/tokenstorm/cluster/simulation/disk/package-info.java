/** Spools on virtual disks. */
package io.tokenstorm.cluster.simulation.disk;
