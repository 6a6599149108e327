/** The runs of one process, in line. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.queue;
