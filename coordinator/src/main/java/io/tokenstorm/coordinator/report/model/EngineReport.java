package io.tokenstorm.coordinator.report.model;

import org.jspecify.annotations.Nullable;

/**
 * What one replica told of itself over a phase. Counters are differences between two readings: the
 * last that was answered before the measured window opened, and the first that was asked for after
 * its last request had ended. Gauges are over the readings inside the window. What the engine does
 * not tell is {@code null}.
 *
 * @param engine {@code vllm} or {@code sglang}; empty if nothing was read
 * @param readings inside the window
 * @param failures questions from the opening to the last request's end that had no usable answer
 * @param failure the last of them, in words; empty if there was none
 * @param fromOffsetSeconds the first of the two readings, after the window's opening; negative
 * @param toOffsetSeconds the second of them
 * @param resets how often the counters began anew in between: the engine was restarted
 * @param running requests in the batch
 * @param waiting requests in the queue
 * @param kvUsage share of the KV memory in use, 0 to 1
 * @param cacheHitRate by the engine's own account, 0 to 1
 * @param promptTokens of requests taken in
 * @param generationTokens tokens generated
 * @param prefixQueries prompt tokens looked up in the prefix cache
 * @param prefixHits prompt tokens found there
 * @param prefixHitRate hits / queries
 * @param preemptions requests thrown back into the queue for want of memory
 */
public record EngineReport(
    String engine,
    long readings,
    long failures,
    String failure,
    @Nullable Double fromOffsetSeconds,
    @Nullable Double toOffsetSeconds,
    long resets,
    @Nullable Gauge running,
    @Nullable Gauge waiting,
    @Nullable Gauge kvUsage,
    @Nullable Gauge cacheHitRate,
    @Nullable Long promptTokens,
    @Nullable Long generationTokens,
    @Nullable Long prefixQueries,
    @Nullable Long prefixHits,
    @Nullable Double prefixHitRate,
    @Nullable Long preemptions) {

  /** A figure that rises and falls, over the readings inside the window, each counted alike. */
  public record Gauge(double mean, double max) {}
}
