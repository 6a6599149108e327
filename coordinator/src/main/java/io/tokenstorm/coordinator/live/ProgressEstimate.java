package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.live.CurrentPhase.Progress;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.wire.Stage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a window is and how long it will still be open. With a limit by time and one by count the
 * later one decides, as it does for the slots.
 */
final class ProgressEstimate {
  private ProgressEstimate() {}

  /**
   * The progress of a stage.
   *
   * @param elapsedSeconds since the window of the stage opened, ≥ 0
   * @param issued requests issued in that window
   */
  static Progress of(Phase phase, Stage stage, double elapsedSeconds, long issued) {
    return switch (stage) {
      case IDLE, ARMED -> Progress.NONE;
      case WARMUP -> warmup(phase, elapsedSeconds, issued);
      case MEASURE ->
          open(phase.measure().atLeast(), phase.measure().requests(), elapsedSeconds, issued);
      case DRAIN, SETTLED ->
          closed(phase.measure().atLeast(), phase.measure().requests(), elapsedSeconds, issued);
    };
  }

  private static Progress warmup(Phase phase, double elapsedSeconds, long issued) {
    Warmup warmup = phase.warmup();
    long requests = (long) warmup.requestsPerSlot() * phase.concurrency();
    return open(warmup.duration(), requests, elapsedSeconds, issued);
  }

  private static Progress open(
      Duration atLeast, long requests, double elapsedSeconds, long issued) {
    Double plannedSeconds = atLeast.isZero() ? null : seconds(atLeast);
    Long plannedRequests = requests == 0 ? null : requests;
    double byTime = plannedSeconds == null ? 1 : elapsedSeconds / plannedSeconds;
    double byCount = plannedRequests == null ? 1 : (double) issued / plannedRequests;
    boolean limited = plannedSeconds != null || plannedRequests != null;
    double fraction = limited ? Math.min(1, Math.min(byTime, byCount)) : 0;
    return new Progress(
        elapsedSeconds,
        plannedSeconds,
        issued,
        plannedRequests,
        fraction,
        limited ? eta(plannedSeconds, plannedRequests, elapsedSeconds, issued) : null);
  }

  private static @Nullable Double eta(
      @Nullable Double plannedSeconds,
      @Nullable Long plannedRequests,
      double elapsedSeconds,
      long issued) {
    double byTime = plannedSeconds == null ? 0 : Math.max(0, plannedSeconds - elapsedSeconds);
    if (plannedRequests == null || issued >= plannedRequests) {
      return byTime;
    }
    if (issued == 0) {
      return null;
    }
    return Math.max(byTime, elapsedSeconds / issued * (plannedRequests - issued));
  }

  private static Progress closed(
      Duration atLeast, long requests, double elapsedSeconds, long issued) {
    return new Progress(
        elapsedSeconds,
        atLeast.isZero() ? null : seconds(atLeast),
        issued,
        requests == 0 ? null : requests,
        1,
        null);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
