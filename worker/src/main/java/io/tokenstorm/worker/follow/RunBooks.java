package io.tokenstorm.worker.follow;

import java.io.IOException;

/** Where a worker counts what it issues and keeps its records, by run. */
public interface RunBooks {
  /**
   * Opens the counts of one epoch and phase; those of the run's earlier ones are kept.
   *
   * @throws IOException if they cannot be kept, with a message for a person
   */
  PhaseBook open(String run, int epoch, int phase) throws IOException;

  /** One past the last record of a run that this incarnation keeps; 0 if there is none. */
  long spooledSeq(String run);
}
