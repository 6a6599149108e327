/** How concurrency slots are shared out over workers. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.shard;
