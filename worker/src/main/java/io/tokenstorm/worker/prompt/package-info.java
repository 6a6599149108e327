/** Prompts made ahead of need, on a thread of their own. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.prompt;
