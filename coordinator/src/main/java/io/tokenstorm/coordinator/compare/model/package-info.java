/** What a comparison says, as values. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.compare.model;
