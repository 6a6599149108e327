/**
 * The event loop: one thread with a selector that reads, stamps and writes sockets, runs timers,
 * and is at the same time the executor of an Akka dispatcher, so that nothing changes threads
 * between a read and the stage that it is for.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.loop;
