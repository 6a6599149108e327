package io.tokenstorm.coordinator.matrix;

import io.tokenstorm.protocol.plan.Workload.TokenIds;
import org.jspecify.annotations.Nullable;

/**
 * What the server of a row is asked.
 *
 * @param outputTokens of each answer, ≥ 1
 * @param prompts requests of a repeat, ≥ 1
 * @param concurrency requests in flight, ≥ 1
 * @param requestRate at which requests arrive; only with one prompt, which any rate sends at once;
 *     null: none
 * @param tokenIds what prompts are drawn from where the API takes ids
 * @param tokenizer a {@code tokenizer.json} that makes prompts of text exact; empty: none
 */
public record MatrixLoad(
    int outputTokens,
    int prompts,
    int concurrency,
    @Nullable Number requestRate,
    TokenIds tokenIds,
    String tokenizer) {}
