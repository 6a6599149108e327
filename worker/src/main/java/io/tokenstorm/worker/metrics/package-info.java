/** What one worker tells of itself to Prometheus. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.metrics;
