/**
 * The model of a serving engine in virtual time: batching, prefix cache, stalls. Pure, no sockets,
 * no clock of its own.
 */
@NullMarked
package io.tokenstorm.replica.engine;

import org.jspecify.annotations.NullMarked;
