/** Who may use the HTTP API, and what a plan that came over it may name. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.api.guard;
