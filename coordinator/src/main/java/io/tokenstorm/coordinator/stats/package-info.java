/**
 * Exact statistics by the definitions of {@code docs/metrics.md}: order statistics by selection,
 * sums without rounding. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.stats;
