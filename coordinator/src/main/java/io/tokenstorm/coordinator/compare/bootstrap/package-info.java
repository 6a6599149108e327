/**
 * The bootstrap: what a figure could have been, had other stretches of the same runs been seen.
 * Seeded, without any state beside its arguments. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.compare.bootstrap;
