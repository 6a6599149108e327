/**
 * Reports of runs that are over, those of earlier coordinators included, as the results directory
 * has them. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.api.past;
