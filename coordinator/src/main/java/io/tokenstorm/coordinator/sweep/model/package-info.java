/**
 * What a sweep's {@code report.json} says, as values. The order of the components is the order of
 * the keys; the names are theirs in snake case.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.sweep.model;
