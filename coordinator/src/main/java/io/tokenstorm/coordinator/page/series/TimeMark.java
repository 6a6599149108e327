package io.tokenstorm.coordinator.page.series;

/**
 * Something that happened during a phase.
 *
 * @param seconds after the window's opening
 * @param kind {@code plan} for an event of the plan, {@code lost} for a lost worker
 */
public record TimeMark(double seconds, String kind, String text) {}
