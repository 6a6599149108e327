package io.tokenstorm.protocol.record;

/**
 * The token counts of one request.
 *
 * @param output output tokens
 * @param outputSource where {@code output} comes from
 * @param input input tokens, template included
 * @param inputSource where {@code input} comes from
 * @param plannedInput the input tokens the plan asked for
 * @param events output-bearing events that arrived; events − 1 = number of gaps, unless 0
 */
public record TokenCounts(
    int output,
    TokenSource outputSource,
    int input,
    TokenSource inputSource,
    int plannedInput,
    int events) {}
