/** The product against a real server; only in the profile {@code real-server}. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cluster.real;
