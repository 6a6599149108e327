/** What a cluster is like before anything happens. */
package io.tokenstorm.cluster.simulation.setting;
