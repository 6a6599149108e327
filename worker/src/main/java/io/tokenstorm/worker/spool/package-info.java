/**
 * Keeps finished requests until the coordinator has them: on disk by a thread of its own, so that
 * an event loop never waits for a disk; read again by sequence number. No actors.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.spool;
