/**
 * Prompts of exactly so many tokens, as whoever is asked counts them: which way to choose, how to
 * find the text, whether it came out. Pure: counting is somebody else's.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.length;
