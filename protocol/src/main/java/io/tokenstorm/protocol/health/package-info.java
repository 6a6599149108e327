/** How an instrument states its own lateness, so that it can be summed up. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.health;
