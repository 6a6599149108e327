/** The endpoints of one replica on an event loop. */
@NullMarked
package io.tokenstorm.replica.serve;

import org.jspecify.annotations.NullMarked;
