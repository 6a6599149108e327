/** The truth log: what really happened at the server, request by request. */
@NullMarked
package io.tokenstorm.replica.truth;

import org.jspecify.annotations.NullMarked;
