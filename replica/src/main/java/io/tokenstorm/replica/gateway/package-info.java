/** The gateway: routing, streaming pass-through, eviction. */
@NullMarked
package io.tokenstorm.replica.gateway;

import org.jspecify.annotations.NullMarked;
