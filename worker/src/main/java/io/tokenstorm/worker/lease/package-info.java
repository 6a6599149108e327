/**
 * Who may send now: the lease and the windows, asked at each send. Pure: neither actors nor
 * sockets, and no threads of its own.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.lease;
