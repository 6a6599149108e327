package io.tokenstorm.coordinator.page.series;

import java.util.List;

/**
 * One latency by the moment a request was sent.
 *
 * @param cloud measured successes, over seconds after the window's opening
 * @param warmup some of the warmup's successes
 * @param warmupEvery one of how many those are
 * @param bins stretches of time
 */
public record OverTime(
    LatencyKind kind, Cloud cloud, List<double[]> warmup, long warmupEvery, List<Bin> bins) {}
