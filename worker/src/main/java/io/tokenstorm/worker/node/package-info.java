/** The life of a worker process: it outlives its actor systems. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.node;
