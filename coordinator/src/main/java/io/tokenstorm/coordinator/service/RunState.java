package io.tokenstorm.coordinator.service;

import java.util.Locale;

/** Where a run stands. */
public enum RunState {
  /** Others are before it. */
  QUEUED,
  /** It waits for enough workers. */
  WAITING_FOR_WORKERS,
  /** Its target is probed, or its phases run. */
  RUNNING,
  /** Its last phase is over; the report is being written. */
  REPORTING,
  /** Over, with a verdict. */
  ENDED;

  /** The name used in files and answers. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
