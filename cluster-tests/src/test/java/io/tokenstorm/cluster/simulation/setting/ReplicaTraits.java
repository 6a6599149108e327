package io.tokenstorm.cluster.simulation.setting;

import java.time.Duration;

/**
 * How replicas serve.
 *
 * @param least the quickest answer
 * @param most the slowest answer
 * @param oneWay how long anything takes to or from them
 * @param refusal probability that they refuse a connection
 * @param reset probability that they break off an answer
 */
public record ReplicaTraits(
    Duration least, Duration most, Duration oneWay, double refusal, double reset) {}
