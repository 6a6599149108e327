package io.tokenstorm.coordinator.sweep.model;

import org.jspecify.annotations.Nullable;

/**
 * The figures of a row over all its repeats; those of time over successful requests alone.
 *
 * @param durationS from the opening of the window to the end of its last request, seconds, summed
 *     over repeats; {@code null} if nothing was sent
 * @param requestThroughput successful requests / duration
 * @param inputTokenThroughput their input tokens / duration
 * @param outputTokenThroughput their output tokens / duration
 */
public record RowMetrics(
    long successCount,
    long totalCount,
    @Nullable Double durationS,
    @Nullable Double requestThroughput,
    @Nullable Double inputTokenThroughput,
    @Nullable Double outputTokenThroughput,
    long totalInputTokens,
    long totalOutputTokens,
    LatencyMillis e2eMs,
    LatencyMillis ttftMs,
    LatencyMillis tpotMs,
    LatencyMillis itlMs) {}
