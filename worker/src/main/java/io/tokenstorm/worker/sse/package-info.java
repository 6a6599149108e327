/** Events of a stream, server-sent or one a line, from bytes cut anywhere: pure and incremental. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.sse;
