package io.tokenstorm.coordinator.run.spec;

import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import java.util.List;

/** Everything a run wants done. */
public sealed interface RunOutput {
  /**
   * Send a message; it may be lost.
   *
   * @param worker id of the receiver, in its newest incarnation
   */
  record Send(String worker, WorkerProtocol message) implements RunOutput {}

  /** Append a fact to the run's events. */
  record Note(RunEvent event) implements RunOutput {}

  /**
   * Append records to the log, force them to the disk, then answer {@link RunInput.BatchStored}.
   *
   * @param epoch the arming they were delivered under
   * @param firstSeq sequence number of the first
   * @param records on the coordinator's time line
   */
  record Store(SpoolId spool, int epoch, long firstSeq, List<RequestRecord> records)
      implements RunOutput {}

  /**
   * Try all targets of the plan, and whether they take to be asked for usage; answer {@link
   * RunInput.TargetsProbed}.
   */
  record ProbeTargets() implements RunOutput {}

  /**
   * Find the length factor of a phase's workload through its route; answer {@link
   * RunInput.LengthProbed}.
   */
  record ProbeLength(int phase, String prompts) implements RunOutput {}

  /**
   * Make the HTTP call of an event of the plan; answer {@link RunInput.EventFired}.
   *
   * @param event index within the phase
   * @param scheduledAtNanos when it was due
   */
  record FireEvent(int phase, int event, PhaseEvent call, long scheduledAtNanos)
      implements RunOutput {}

  /**
   * Read what a lost worker's spool holds from a sequence number on, if it lies on this machine;
   * answer {@link RunInput.SpoolRead} or {@link RunInput.SpoolUnreadable}.
   *
   * @param writer what the worker said of itself
   * @param onlyIfEnded whether to leave it alone unless its process is known to have ended
   */
  record ReadSpool(SpoolId spool, WorkerHello writer, long fromSeq, boolean onlyIfEnded)
      implements RunOutput {}

  /** The run is over; nothing follows. */
  record Ended(EndReason reason) implements RunOutput {}
}
