package io.tokenstorm.protocol.wire;

import io.tokenstorm.protocol.server.ServerSpec;

/** Messages to a worker. */
public sealed interface WorkerProtocol extends WireMessage
    permits Directive,
        WorkerProtocol.Welcome,
        WorkerProtocol.Refused,
        WorkerProtocol.ClockProbe,
        WorkerProtocol.PlanAssignment,
        WorkerProtocol.PullRecords,
        WorkerProtocol.ReleaseRun,
        WorkerProtocol.ServerOrder {

  /**
   * The worker is a member from now on; answers {@link CoordinatorProtocol.WorkerHello}, each time.
   *
   * @param coordinatorVersion version of the software
   */
  record Welcome(String coordinatorVersion) implements WorkerProtocol, ControlMessage {}

  /**
   * The worker may not take part. Final: the process says why and ends.
   *
   * @param reason for a person
   */
  record Refused(String reason) implements WorkerProtocol, ControlMessage {}

  /**
   * Asks for the worker's clock; answered at once.
   *
   * @param probe echoed
   * @param coordinatorNanos the coordinator's ticker at sending; echoed
   */
  record ClockProbe(long probe, long coordinatorNanos) implements WorkerProtocol, ControlMessage {}

  /**
   * The plan of a run; sent to a worker whose status says that it lacks it.
   *
   * @param run id of the run
   * @param planHash of {@code planJson}
   * @param salt of the run, part of every prompt
   * @param planJson as {@code PlanJson} writes it
   */
  record PlanAssignment(String run, String planHash, String salt, String planJson)
      implements WorkerProtocol, ControlMessage {}

  /**
   * Demands records, and acknowledges those before {@code fromSeq}: they are on the coordinator's
   * disk and may be forgotten.
   *
   * @param run id of the run
   * @param processKey of the process that wrote the spool that is meant
   * @param incarnation that wrote it
   * @param fromSeq first sequence number wanted; the spool counts from 0
   * @param maxBatches how many batches may be sent for this demand
   */
  record PullRecords(String run, String processKey, int incarnation, long fromSeq, int maxBatches)
      implements WorkerProtocol, ControlMessage {}

  /**
   * All records of the run are safe: its spool may be deleted.
   *
   * @param run id of the run
   */
  record ReleaseRun(String run) implements WorkerProtocol, ControlMessage {}

  /**
   * Whether a server is to run on the worker's host; repeated as long as that is of interest, and
   * answered each time.
   *
   * @param server id of the server, unique in the cluster
   * @param processKey of the worker's process that is meant: another one has never heard of it
   * @param wanted whether it is to run
   * @param leaseNanos without a further order for so long the worker stops it
   * @param spec what it is
   */
  record ServerOrder(
      String server, String processKey, boolean wanted, long leaseNanos, ServerSpec spec)
      implements WorkerProtocol, ControlMessage {}
}
