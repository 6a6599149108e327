/** How a node of the cluster is configured: the same on both sides. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.node;
