/** Tokenstorm protocol. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol;
