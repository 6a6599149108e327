/** What is kept of a sweep, and what all of it says together: directory, figures, edge, report. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.sweep.result;
