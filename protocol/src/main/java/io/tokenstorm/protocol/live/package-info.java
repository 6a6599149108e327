/** Sketches of latencies for the live view. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.live;
