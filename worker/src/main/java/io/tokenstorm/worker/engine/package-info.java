/**
 * The engine that makes load: slots as Akka Streams stages on event loops, behind {@link
 * io.tokenstorm.worker.load.LoadEngine}.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.engine;
