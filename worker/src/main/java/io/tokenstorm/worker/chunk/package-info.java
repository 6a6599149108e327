/**
 * What one JSON chunk of an answer says, found by a hand-written scanner over its bytes: no text
 * and no tree is made for a plain token. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.chunk;
