/** The one monotonic clock, and what is done at an even distance on it. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.time;
