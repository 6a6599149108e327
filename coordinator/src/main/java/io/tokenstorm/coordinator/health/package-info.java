/** Whether the client itself bent what it measured: figures, limits, verdict. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.health;
