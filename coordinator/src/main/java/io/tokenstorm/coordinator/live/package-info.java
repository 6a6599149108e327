/**
 * The live view of a run: what all workers saw so far, merged into one frame a second. Pure; never
 * the source of a report.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.live;
