package io.tokenstorm.worker.load;

import io.tokenstorm.protocol.record.LoadStage;

/**
 * What an engine may tell about itself besides its {@link EngineStatus}; an engine that can tell
 * implements this too. Asked once a second from another thread than the event loops; must be quick
 * and thread-safe.
 */
public interface LoadProbe {
  /**
   * How the event loops fared since the last call.
   *
   * @param lagP99Nanos how late the loops ran what was due, 99th percentile
   * @param lagMaxNanos the same, longest
   * @param promptsStarved sends that had to wait for a prompt
   */
  record LoopReadings(long lagP99Nanos, long lagMaxNanos, long promptsStarved) {
    public static final LoopReadings NONE = new LoopReadings(0, 0, 0);
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
