/** The life cycle of servers with real processes and sockets. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cluster.server;
