/**
 * Servers on this machine: their processes, sockets and logs. Decides nothing; that is done in
 * {@code life}.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.server.local;
