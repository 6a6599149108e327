/** The course of a run in few figures, for who comes late. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.live.timeline;
