/**
 * The life of a slot: when it may send, what becomes of each request, what is written down about
 * it. Pure: time, sockets and threads come in through interfaces.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.slot;
