/** Tokenstorm replica. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.replica;
