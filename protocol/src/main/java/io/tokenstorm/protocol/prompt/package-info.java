/**
 * Prompts, as text or token ids: a pure function of the plan's seed, the run's salt and the
 * request's place, the same on every node. Both sides need it: workers send it, the coordinator
 * probes with it how many words a token takes.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.prompt;
