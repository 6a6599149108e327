/**
 * Decides the life of one server: what is waited for, what is asked next, when it failed. Pure:
 * time comes in by arguments, processes and sockets are elsewhere.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.server.life;
