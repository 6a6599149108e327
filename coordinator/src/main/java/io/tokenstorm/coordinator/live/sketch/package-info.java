/** Cumulative sketches of many workers, merged into counts, histograms and rates. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.live.sketch;
