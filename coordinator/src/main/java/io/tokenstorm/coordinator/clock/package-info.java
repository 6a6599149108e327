/**
 * What is known of a worker's clock. Pure: time comes in by arguments; the wall clock is unknown.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.clock;
