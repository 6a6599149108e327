package io.tokenstorm.coordinator.service;

import io.tokenstorm.protocol.record.RequestRecord;
import java.util.List;

/** Watches what is merged into runs. Must be quick and must not throw. */
@FunctionalInterface
public interface RunObserver {
  /**
   * Records were appended to the run's log. Called by one thread at a time, in the order of the
   * log.
   *
   * @param run id of the run
   * @param worker whose records they are
   * @param records on the coordinator's time line
   */
  void recordsMerged(String run, String worker, List<RequestRecord> records);
}
