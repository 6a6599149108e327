package io.tokenstorm.cluster.simulation.check;

/** What must hold in every run, whatever goes wrong. */
public enum Invariant {
  /** Issued = merged + lost, issued counted on its own; what the replicas saw is in there. */
  CONSERVATION,
  /** A slot has one owner; the replicas never see more requests at once than were asked for. */
  OWNERSHIP,
  /** The edges of a window differ over the workers by no more than the run reports. */
  WINDOWS,
  /** Nothing is sent after the lease. */
  FENCE,
  /** A verdict within a bound. */
  TERMINATION,
  /** Shares sum to the slots and differ by no more than their weights do. */
  SPLIT_LAW,
  /** An old epoch is never adopted. */
  EPOCH,
  /** Each record exactly once in the log, in order. */
  MERGE,
  /** A cancelled run ends, as cancelled. */
  CANCEL
}
