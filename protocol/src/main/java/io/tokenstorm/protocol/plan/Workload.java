package io.tokenstorm.protocol.plan;

import org.jspecify.annotations.Nullable;

/**
 * What prompts look like.
 *
 * @param name as the plan names it
 * @param inputTokens the length aimed at, as the server's {@code usage.prompt_tokens} counts it,
 *     chat template included
 * @param prefix a shared prefix, part of {@code inputTokens}
 */
public record Workload(String name, int inputTokens, @Nullable SharedPrefix prefix) {}
