/**
 * Turns the records of one phase into its report, by the definitions of {@code docs/metrics.md}.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.report.phase;
