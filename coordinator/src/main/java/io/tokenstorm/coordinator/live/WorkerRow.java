package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.service.LiveWorker;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One worker.
 *
 * @param worker its id
 * @param host name of its machine
 * @param pid of its process
 * @param state whether it serves, in lower case
 * @param note why it is lost; else empty
 * @param cores it may use for load
 * @param slots it owns in the current phase
 * @param inFlight requests sent whose outcome is not known yet
 * @param issued requests issued in the current window, counted on their own
 * @param recorded of these, requests whose record is in its spool
 * @param heardSecondsAgo since its last message
 * @param clockErrorSeconds error bound of its clock's offset; {@code null}: not known yet
 * @param health how it fared in its last second; {@code null} before its first status
 */
public record WorkerRow(
    String worker,
    String host,
    long pid,
    LiveWorker.State state,
    String note,
    int cores,
    int slots,
    int inFlight,
    long issued,
    long recorded,
    double heardSecondsAgo,
    @Nullable Double clockErrorSeconds,
    @Nullable Health health) {

  /**
   * The worker's own condition. A late event loop or a starved CPU means that latencies may be the
   * generator's.
   *
   * @param verdict on the client by its last second
   * @param reasons figures beyond a limit
   * @param loopLagP99Seconds how late its event loops ran what was due
   * @param turnaroundP99Seconds sent − intended: its own delay before sends
   * @param gcPauseSeconds garbage collection in the last second
   * @param processCores CPU used, in cores
   * @param stealShare CPU time taken by the hypervisor, 0–1; −1 unknown
   * @param promptsStarved sends that had to wait for a prompt
   * @param figures all of them by name, as reports have them
   */
  public record Health(
      ClientVerdict verdict,
      List<String> reasons,
      double loopLagP99Seconds,
      double turnaroundP99Seconds,
      double gcPauseSeconds,
      double processCores,
      double stealShare,
      long promptsStarved,
      Map<String, Double> figures) {}
}
