/** What a run is, what can happen to it and what it wants done: values only. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.run.spec;
