package io.tokenstorm.cluster.simulation.history;

import io.tokenstorm.coordinator.ledger.SpoolId;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.Directive;

/**
 * Sees everything that happens in a run, at the true time that it happens, and takes no part in it.
 */
public interface Witness {
  /**
   * The coordinator wrote a directive.
   *
   * @param ticker what its clock read
   */
  default void directed(Holder to, Directive directive, long ticker) {}

  /** A directive reached a worker, which is about to look at it. */
  default void reached(Holder worker, Directive directive) {}

  /** A worker says where it stands. */
  default void stands(Holder worker, WorkerStatus status) {}

  /** A worker made ready for its slots. */
  default void prepares(Holder worker, String run, int epoch, SlotRange slots) {}

  /**
   * A slot was given leave and sends.
   *
   * @param ticker what the worker's clock read
   */
  default void sends(Holder worker, RequestId request, long ticker) {}

  /** A request reached a replica. */
  default void arrives(RequestId request) {}

  /** A replica is done with a request: answered, or its client hung up. */
  default void leaves(RequestId request) {}

  /** The coordinator noted a fact. */
  default void noted(String run, RunEvent event) {}

  /** A record is on the coordinator's disk. */
  default void stored(SpoolId spool, long seq, RequestRecord record) {}

  /** The user asked for the end. */
  default void cancels(String run, boolean force) {}

  /** A run has its verdict. */
  default void ended(String run, EndReason reason) {}

  /** Something went wrong in the world; {@code who} may be empty. */
  default void faulted(String what, String who) {}

  /** What had gone wrong is well again. */
  default void healed(String what, String who) {}

  /** Nothing more happens. */
  default void over() {}
}
