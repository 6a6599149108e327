/**
 * Reading an HTTP/1.1 answer from bytes as they come: pure, incremental, strict and bounded. Knows
 * no sockets, no clocks and no threads.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.http;
