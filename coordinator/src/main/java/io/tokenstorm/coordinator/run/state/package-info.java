/**
 * What a run knows: its epochs, the directives it gives, the records it still waits for. Pure: no
 * actors, no files, no sockets, time by arguments.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.run.state;
