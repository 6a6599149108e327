/** What two nodes must agree on of a server that one starts for the other. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.server;
