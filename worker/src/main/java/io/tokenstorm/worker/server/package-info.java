/**
 * Servers that a worker runs on its host because its coordinator orders it; only where commands
 * were allowed.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.server;
