/** A server's command and what became of it, as they cross the network between two nodes. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.server.wire;
