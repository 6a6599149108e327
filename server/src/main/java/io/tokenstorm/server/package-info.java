/**
 * Serving processes that Tokenstorm starts, measures and stops: what is asked for, what comes of
 * it, and why it failed. Who decides is in {@code life}, who reads logs in {@code cause}, the
 * processes of this machine are in {@code local}.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.server;
