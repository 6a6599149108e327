/** Random values of the protocol's types, for tests. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.sample;
