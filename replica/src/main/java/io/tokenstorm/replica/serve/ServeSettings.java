package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.engine.EngineParameters;
import io.tokenstorm.replica.metrics.MetricNames;

/**
 * What one replica serves and how its tokens leave.
 *
 * @param name the replica's name
 * @param model the model's name, as clients ask for it
 * @param engine the engine's figures
 * @param tokensPerEvent tokens in one streamed event
 * @param spreadNanos tokens of one step leave spread over this long, each stream at a constant
 *     offset of its own; 0: together
 * @param naturalTokens mean length of an answer that may end by itself, tokens
 * @param metricNames under whose names it tells of itself
 */
public record ServeSettings(
    String name,
    String model,
    EngineParameters engine,
    int tokensPerEvent,
    long spreadNanos,
    int naturalTokens,
    MetricNames metricNames) {}
