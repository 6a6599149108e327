/**
 * Whole runs: coordinator, workers and simulated replicas together, in one process and in several,
 * held against the replicas' truth log.
 */
package io.tokenstorm.cluster.run;
