package io.tokenstorm.coordinator.live;

/** Where a run stands; in JSON {@code queued}, {@code running}, {@code ended}. */
public enum RunState {
  /** Waits for an earlier run or for workers. */
  QUEUED,
  /** Phases are being driven, or the last records collected. */
  RUNNING,
  /** Nothing changes any more: the verdict stands. */
  ENDED
}
