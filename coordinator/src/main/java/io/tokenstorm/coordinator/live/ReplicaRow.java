package io.tokenstorm.coordinator.live;

import org.jspecify.annotations.Nullable;

/**
 * One serving replica in the measured window of the current phase, by the records merged so far.
 *
 * @param replica as the target names itself; empty: unknown
 * @param success requests that succeeded
 * @param errors requests that failed
 * @param outputTokens tokens of requests that succeeded
 * @param ttftP50 median, seconds; {@code null} without a success
 * @param ttftP99 99th percentile, seconds; {@code null} without a success
 */
public record ReplicaRow(
    String replica,
    long success,
    long errors,
    long outputTokens,
    @Nullable Double ttftP50,
    @Nullable Double ttftP99) {}
