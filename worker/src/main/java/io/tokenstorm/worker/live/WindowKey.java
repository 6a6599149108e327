package io.tokenstorm.worker.live;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestKey;

/**
 * Which window.
 *
 * @param epoch of the arming
 * @param phase index in the plan
 * @param stage of the phase
 */
public record WindowKey(int epoch, int phase, LoadStage stage) {
  static WindowKey of(RequestKey key) {
    return new WindowKey(key.epoch(), key.phase(), key.stage());
  }
}
