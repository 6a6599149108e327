/** One thread, one selector: the sockets of the replica and the gateway. */
@NullMarked
package io.tokenstorm.replica.net;

import org.jspecify.annotations.NullMarked;
