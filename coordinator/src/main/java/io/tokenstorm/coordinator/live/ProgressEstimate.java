package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.live.CurrentPhase.Progress;
import io.tokenstorm.coordinator.service.LivePhase;
import io.tokenstorm.coordinator.service.LiveWindow;
import org.jspecify.annotations.Nullable;

/**
 * How far a window is and how long it will still be open. With a limit by time and one by count the
 * later one decides, as it does for the slots.
 */
final class ProgressEstimate {
  private ProgressEstimate() {}

  /**
   * The progress of the current stage.
   *
   * @param issued requests issued in its window
   */
  static Progress of(LivePhase phase, long issued, long nowNanos) {
    return switch (phase.stage()) {
      case IDLE, ARMED -> Progress.NONE;
      case WARMUP -> of(phase.warmup(), issued, nowNanos);
      case MEASURE, DRAIN, SETTLED -> of(phase.measure(), issued, nowNanos);
    };
  }

  /** The progress of one window. */
  static Progress of(LiveWindow window, long issued, long nowNanos) {
    if (!window.isSet()) {
      return Progress.NONE;
    }
    Double planned =
        window.plannedCloseNanos() == Long.MAX_VALUE
            ? null
            : (window.plannedCloseNanos() - window.opensAtNanos()) / 1e9;
    Long requests = window.requests() == 0 ? null : window.requests();
    boolean closed = nowNanos >= window.closedAtNanos();
    double elapsed = elapsed(window, nowNanos);
    return new Progress(
        elapsed,
        planned,
        issued,
        requests,
        closed ? 1 : fraction(planned, requests, elapsed, issued),
        closed ? null : eta(planned, requests, elapsed, issued));
  }

  private static double elapsed(LiveWindow window, long nowNanos) {
    return Math.max(0, Math.min(nowNanos, window.closedAtNanos()) - window.opensAtNanos()) / 1e9;
  }

  private static double fraction(
      @Nullable Double planned, @Nullable Long requests, double elapsed, long issued) {
    if (planned == null && requests == null) {
      return 0;
    }
    double byTime = planned == null || planned <= 0 ? 1 : elapsed / planned;
    double byCount = requests == null ? 1 : (double) issued / requests;
    return Math.min(1, Math.min(byTime, byCount));
  }

  private static @Nullable Double eta(
      @Nullable Double planned, @Nullable Long requests, double elapsed, long issued) {
    double byTime = planned == null ? 0 : Math.max(0, planned - elapsed);
    if (requests == null) {
      return planned == null ? null : byTime;
    }
    if (issued == 0) {
      return null;
    }
    return Math.max(byTime, elapsed / issued * Math.max(0, requests - issued));
  }
}
