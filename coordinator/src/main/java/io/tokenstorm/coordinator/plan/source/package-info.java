/** Where things stand in a plan's text, and what is wrong with them. Knows YAML, not plans. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.plan.source;
