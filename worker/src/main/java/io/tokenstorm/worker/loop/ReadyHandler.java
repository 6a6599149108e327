package io.tokenstorm.worker.loop;

/** Attached to a selection key: told when its channel is ready. */
@FunctionalInterface
interface ReadyHandler {
  /**
   * @param ops the operations that are ready, as in {@link java.nio.channels.SelectionKey}
   */
  void ready(int ops);
}
