package io.tokenstorm.worker.follow;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.worker.lease.IssueCounter;

/** The counts of one epoch and phase. Thread-safe. */
public interface PhaseBook {
  /** The counter of requests issued; the same one at each call. */
  IssueCounter issued(LoadStage stage);

  /** Requests whose record is kept. */
  long recorded(LoadStage stage);

  /** Requests whose record was lost before it could be kept. */
  long lost(LoadStage stage);

  /** Why records are being lost, for a person; empty if none is. */
  String problem();
}
