/**
 * The text of prompts: a pure function of the plan's seed, the run's salt and the request's place,
 * the same on every node; and the thread that makes it ahead of need.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.prompt;
