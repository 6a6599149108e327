/** The result of a run as plain text for a terminal. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.report.table;
