/**
 * Counts and makes tokens by a {@code tokenizer.json} on this node. Native code behind it, loaded
 * from its jar; nothing is ever fetched.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.token;
