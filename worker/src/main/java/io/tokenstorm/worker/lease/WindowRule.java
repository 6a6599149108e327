package io.tokenstorm.worker.lease;

import io.tokenstorm.protocol.wire.SendWindow;

/**
 * When a slot is done with a window: with both limits when its share is sent and the time has
 * passed, with one when that one is reached, with neither never.
 */
final class WindowRule {
  private WindowRule() {}

  static boolean isDone(SendWindow window, long sent, long quota, long nowNanos) {
    boolean timed = window.closesAtNanos() != Long.MAX_VALUE;
    boolean counted = window.requests() > 0;
    return (timed || counted)
        && (!timed || nowNanos >= window.closesAtNanos())
        && (!counted || sent >= quota);
  }
}
