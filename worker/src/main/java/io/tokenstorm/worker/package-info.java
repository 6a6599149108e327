/** Tokenstorm worker. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker;
