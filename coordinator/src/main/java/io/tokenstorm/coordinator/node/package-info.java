/** A coordinator as a node: started, addressed, closed. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.node;
