package io.tokenstorm.protocol.plan;

import java.time.Duration;

/**
 * How long the measured window stays open: until the time has passed <em>and</em> the requests were
 * sent. A slot stops when its share of the requests is sent and the time has passed.
 *
 * @param atLeast zero if only requests count
 * @param requests over the whole cluster, 0 if only time counts
 */
public record Measure(Duration atLeast, long requests) {}
