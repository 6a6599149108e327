package io.tokenstorm.coordinator.ledger;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestKey;

/**
 * Where a request belongs: one window of one arming.
 *
 * @param epoch of the arming
 * @param phase index in the plan
 * @param stage which window
 */
public record Window(int epoch, int phase, LoadStage stage) {
  public static Window of(RequestKey key) {
    return new Window(key.epoch(), key.phase(), key.stage());
  }

  /** Whether a request belongs to it. */
  public boolean holds(RequestKey key) {
    return key.epoch() == epoch && key.phase() == phase && key.stage() == stage;
  }
}
