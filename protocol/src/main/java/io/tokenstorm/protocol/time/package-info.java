/** The one monotonic clock seam. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.time;
