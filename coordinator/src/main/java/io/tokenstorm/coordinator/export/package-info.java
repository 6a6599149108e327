/**
 * A run in the forms of other tools: their keys and their definitions, computed anew from the
 * records. {@code docs/metrics.md} lists where the definitions differ. Pure: files, but neither
 * actors nor sockets.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.export;
