/** Tokenstorm coordinator. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator;
