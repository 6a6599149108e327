package io.tokenstorm.coordinator.live;

import io.tokenstorm.protocol.wire.Stage;
import org.jspecify.annotations.Nullable;

/**
 * The phase that is on.
 *
 * @param index its place in the plan, from 0
 * @param count how many phases the plan has
 * @param name its name
 * @param route name of its route
 * @param workload name of its workload
 * @param epoch the arming it belongs to
 * @param stage {@code idle}, {@code armed}, {@code warmup}, {@code measure}, {@code drain}, {@code
 *     settled}
 * @param stageSeconds since the stage began
 * @param note what it waits for; else empty
 * @param concurrency slots asked for, over the whole cluster
 * @param inFlight requests sent whose outcome is not known yet, over the whole cluster
 * @param progress of the stage; only the warmup and the measured window have a planned end
 */
public record CurrentPhase(
    int index,
    int count,
    String name,
    String route,
    String workload,
    int epoch,
    Stage stage,
    double stageSeconds,
    String note,
    int concurrency,
    int inFlight,
    Progress progress) {

  /**
   * How far a window is.
   *
   * @param elapsedSeconds since the window opened
   * @param plannedSeconds it stays open at least this long; {@code null}: not limited by time
   * @param requests requests issued in it
   * @param plannedRequests it stays open until so many are issued; {@code null}: not limited by
   *     count
   * @param fraction 0–1; with both limits that of the one further from its end
   * @param etaSeconds how long it will still be open, by the clock and the pace so far; {@code
   *     null}: cannot be told
   */
  public record Progress(
      double elapsedSeconds,
      @Nullable Double plannedSeconds,
      long requests,
      @Nullable Long plannedRequests,
      double fraction,
      @Nullable Double etaSeconds) {
    public static final Progress NONE = new Progress(0, null, 0, null, 0, null);
  }
}
