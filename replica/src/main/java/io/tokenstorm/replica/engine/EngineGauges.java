package io.tokenstorm.replica.engine;

/**
 * A look at an engine.
 *
 * @param running sequences in the batch
 * @param waiting sequences in the queue
 * @param cacheUsage share of the KV memory that sequences hold, 0 to 1
 * @param cacheQueries prompt tokens looked up in the prefix cache so far
 * @param cacheHits prompt tokens found there so far
 * @param lastHitRate share of the prompt tokens that were found there when prompts last began
 * @param preemptions sequences thrown back into the queue for want of memory so far
 * @param promptTokens tokens of prompts that have been computed so far
 * @param generationTokens tokens emitted so far
 */
public record EngineGauges(
    int running,
    int waiting,
    double cacheUsage,
    long cacheQueries,
    long cacheHits,
    double lastHitRate,
    long preemptions,
    long promptTokens,
    long generationTokens) {}
