package io.tokenstorm.worker.api;

import io.tokenstorm.protocol.plan.RequestSpec;

/**
 * What all requests of a phase have in common.
 *
 * @param model the model's name
 * @param includeUsage whether token counts are asked for where an API needs to be asked
 * @param prompt how the prompt is sent
 */
public record RequestForm(
    String model, RequestSpec spec, boolean includeUsage, PromptPlace prompt) {}
