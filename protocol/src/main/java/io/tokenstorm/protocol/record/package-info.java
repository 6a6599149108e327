/** The record of one request, and its binary form. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.record;
