/**
 * What a report says, as values. The order of the components is the order of the keys in {@code
 * report.json}; the names are theirs in snake case.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.report.model;
