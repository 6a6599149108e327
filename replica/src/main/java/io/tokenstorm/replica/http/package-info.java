/** HTTP/1.1 messages as bytes: incremental, strict, bounded. Pure, no sockets. */
@NullMarked
package io.tokenstorm.replica.http;

import org.jspecify.annotations.NullMarked;
