/** What a server's log says about why it failed. Pure: lines come in, a cause comes out. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.server.cause;
