/**
 * How a slot speaks to its replica over a connection of its event loop: by our own HTTP/1.1 reader,
 * or by Akka HTTP's as a second, independent one.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.client;
