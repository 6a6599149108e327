/**
 * Rules that find in a result what a reader should know before using it, and say it in whole
 * sentences. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.report.finding;
