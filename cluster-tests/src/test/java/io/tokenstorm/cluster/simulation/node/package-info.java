/** Workers, coordinator and replicas: the real state machines in virtual processes. */
package io.tokenstorm.cluster.simulation.node;
