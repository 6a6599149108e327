/**
 * Reads plans, decides what the workers do, takes their records and makes the report. It knows
 * {@code protocol} and {@code server}, no worker.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator;
