package io.tokenstorm.coordinator.live;

/**
 * One worker.
 *
 * @param worker its id
 * @param incarnation of its actor system
 * @param state {@code ready}, {@code serving}, {@code unreachable}, {@code lost}, {@code leaving}
 *     or {@code waiting} (joined late, serves from the next phase)
 * @param slots of the current epoch
 * @param inFlight requests sent whose outcome is not known yet
 * @param issued requests issued in the current window, counted on their own
 * @param recorded of these, requests whose record is in its spool
 * @param statusAgeSeconds since its last word; −1: none yet
 * @param health how it fared in its last second
 */
public record WorkerRow(
    String worker,
    int incarnation,
    State state,
    int slots,
    int inFlight,
    long issued,
    long recorded,
    double statusAgeSeconds,
    Health health) {

  /** What a worker does. */
  public enum State {
    /** Takes part, but no window is set. */
    READY,
    /** Takes part in the current epoch. */
    SERVING,
    /** Joined late: serves from the next phase. */
    WAITING,
    /** Not heard of; may come back. */
    UNREACHABLE,
    /** Gone for good, with what it had in flight. */
    LOST,
    /** Ends by its own will. */
    LEAVING
  }

  /**
   * The worker's own condition. A late event loop or a starved CPU means that latencies may be the
   * generator's.
   *
   * @param loopLagP99Seconds how late its event loops ran what was due
   * @param turnaroundP99Seconds sent − intended: its own delay before sends
   * @param gcPauseSeconds garbage collection in the last second
   * @param processCores CPU used, in cores
   * @param stealShare CPU time taken by the hypervisor, 0–1; −1 unknown
   * @param promptsStarved sends that had to wait for a prompt
   */
  public record Health(
      double loopLagP99Seconds,
      double turnaroundP99Seconds,
      double gcPauseSeconds,
      double processCores,
      double stealShare,
      long promptsStarved) {
    public static final Health NONE = new Health(0, 0, 0, 0, -1, 0);
  }
}
