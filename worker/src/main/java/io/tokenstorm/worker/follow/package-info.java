/**
 * Follows the coordinator's directives: a pure state machine that says what is to be done and what
 * to answer. Neither actors nor sockets, no threads and no clock of its own.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.follow;
