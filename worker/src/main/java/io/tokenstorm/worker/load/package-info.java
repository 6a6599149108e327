/**
 * The seam between who may send (the follower, the lease) and who sends (the engine). Pure: neither
 * actors nor sockets.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.load;
