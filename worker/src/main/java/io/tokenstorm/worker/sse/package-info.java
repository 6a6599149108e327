/** Server-sent events from bytes cut anywhere: pure and incremental. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.sse;
