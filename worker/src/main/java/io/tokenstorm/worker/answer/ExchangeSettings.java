package io.tokenstorm.worker.answer;

import org.jspecify.annotations.Nullable;

/**
 * What is the same for all requests of a slot in a phase.
 *
 * @param stream whether a stream is asked for
 * @param replicaHeader the field by which a gateway names the replica, in lower case
 * @param target who answers where no field says so: the URL's authority
 * @param plannedInput input tokens aimed at
 */
public record ExchangeSettings(
    boolean stream, @Nullable String replicaHeader, String target, int plannedInput) {}
