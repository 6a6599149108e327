package io.tokenstorm.worker.load;

import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.HealthSample;

/**
 * What an engine may tell about itself besides its {@link EngineStatus}; an engine that can tell
 * implements this too. Asked once a second from another thread than the event loops; must be quick
 * and thread-safe.
 */
public interface LoadProbe {
  /**
   * How the event loops fared since the last call.
   *
   * @param lag how late the loops ran what was due
   * @param lagMaxNanos the same, longest
   * @param reads what they read
   * @param promptsStarved sends that had to wait for a prompt
   */
  record LoopReadings(
      LagSpread lag, long lagMaxNanos, HealthSample.Reads reads, long promptsStarved) {
    public static final LoopReadings NONE =
        new LoopReadings(LagSpread.NONE, 0, HealthSample.Reads.NONE, 0);
  }

  /** What happened since the last call. */
  default LoopReadings takeReadings() {
    return LoopReadings.NONE;
  }

  /**
   * Output-bearing events that arrived for requests of one window since the last {@link
   * LoadEngine#prepare}, those of running requests included; −1: not known.
   */
  default long streamedEvents(LoadStage stage) {
    return -1;
  }
}
