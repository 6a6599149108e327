/** A port of its own to steer replicas and gateway while they are down or busy. */
@NullMarked
package io.tokenstorm.replica.admin;

import org.jspecify.annotations.NullMarked;
