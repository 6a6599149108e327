package io.tokenstorm.protocol.plan;

/**
 * A prefix that the prompts of one group share.
 *
 * @param tokens its length, tokens
 * @param groups how many different prefixes there are, ≥ 1; slot s uses group s mod groups
 * @param fresh whether each phase gets new prefixes; else the text stays the same over phases
 */
public record SharedPrefix(int tokens, int groups, boolean fresh) {}
