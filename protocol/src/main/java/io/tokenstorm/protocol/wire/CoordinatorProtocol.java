package io.tokenstorm.protocol.wire;

import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.server.ServerFacts;
import java.util.List;

/** Messages to the coordinator. */
public sealed interface CoordinatorProtocol extends WireMessage
    permits CoordinatorProtocol.WorkerHello,
        CoordinatorProtocol.WorkerStatus,
        CoordinatorProtocol.WorkerLeaving,
        CoordinatorProtocol.ClockReply,
        CoordinatorProtocol.RecordBatch,
        CoordinatorProtocol.ServerReport,
        LiveSketch {

  /**
   * A worker offers itself; repeated until it is answered, and after each new join.
   *
   * @param worker its id, unique in the cluster
   * @param incarnation rises each time the same worker process starts a new actor system
   * @param processKey random, drawn once a process: tells a second process with the same id apart
   * @param version version of the software
   * @param wireVersion {@link WireTypes#VERSION}
   * @param ref where messages to it go, as Akka's {@code ActorRefResolver} writes it
   * @param host name of its machine
   * @param pid of its process
   * @param cores it may use for load
   * @param weight its share of the slots, ≥ 1
   * @param spoolPath directory of its spools, on its machine
   * @param held spools it still keeps
   */
  record WorkerHello(
      String worker,
      int incarnation,
      String processKey,
      String version,
      int wireVersion,
      String ref,
      String host,
      long pid,
      int cores,
      int weight,
      String spoolPath,
      List<HeldSpool> held)
      implements CoordinatorProtocol, ControlMessage {}

  /**
   * Where a worker stands; the answer to each directive, and sent again when something of note
   * changed.
   *
   * @param worker its id
   * @param incarnation its incarnation
   * @param directiveSequence of the last directive that it obeyed
   * @param run of that directive
   * @param epoch of that directive
   * @param phase of that directive
   * @param stage of that directive
   * @param planKnown whether it holds the plan of that directive
   * @param prepared whether prompts and connections of the phase are ready
   * @param problem why it cannot take part, for a person; empty if it can
   * @param inFlight requests sent whose outcome it does not know yet, and those of earlier epochs
   *     whose record is not in the spool yet
   * @param warmup what it did in the warmup of this epoch and phase
   * @param measure what it did in the measured window of this epoch and phase
   * @param spooledSeq one past the last record in its spool of this run
   * @param ignoredDirectives directives it ignored as outdated
   * @param health how it fared
   */
  record WorkerStatus(
      String worker,
      int incarnation,
      long directiveSequence,
      String run,
      int epoch,
      int phase,
      Stage stage,
      boolean planKnown,
      boolean prepared,
      String problem,
      int inFlight,
      LoadCount warmup,
      LoadCount measure,
      long spooledSeq,
      long ignoredDirectives,
      HealthSample health)
      implements CoordinatorProtocol, ControlMessage {}

  /**
   * The worker is about to end by its own will.
   *
   * @param worker its id
   * @param incarnation its incarnation
   * @param reason for a person
   */
  record WorkerLeaving(String worker, int incarnation, String reason)
      implements CoordinatorProtocol, ControlMessage {}

  /**
   * Answers a clock probe.
   *
   * @param worker its id
   * @param incarnation its incarnation
   * @param probe echoed
   * @param coordinatorNanos echoed
   * @param workerNanos the worker's ticker when it answered
   */
  record ClockReply(
      String worker, int incarnation, long probe, long coordinatorNanos, long workerNanos)
      implements CoordinatorProtocol, ControlMessage {}

  /**
   * Where a server on the worker's host stands; the answer to each order.
   *
   * @param worker its id
   * @param incarnation its incarnation
   * @param server id of the server
   * @param facts where it stands
   */
  record ServerReport(String worker, int incarnation, String server, ServerFacts facts)
      implements CoordinatorProtocol, ControlMessage {}

  /**
   * Records of a spool, in order; the answer to a demand. Below Artery's frame.
   *
   * @param worker its id
   * @param processKey of the process that wrote this spool
   * @param incarnation that wrote it
   * @param run of the spool
   * @param firstSeq sequence number of the first record
   * @param records consecutive; on the worker's time line
   */
  record RecordBatch(
      String worker,
      String processKey,
      int incarnation,
      String run,
      long firstSeq,
      List<RequestRecord> records)
      implements CoordinatorProtocol, BulkMessage {
    /** One past the last sequence number. */
    public long endSeq() {
      return firstSeq + records.size();
    }
  }
}
