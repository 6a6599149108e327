/** What the coordinator tells to Prometheus, and in which words. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.metrics;
