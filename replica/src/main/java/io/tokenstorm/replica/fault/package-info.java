/** Faults that a replica plays on demand. Pure. */
@NullMarked
package io.tokenstorm.replica.fault;

import org.jspecify.annotations.NullMarked;
