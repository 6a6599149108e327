package io.tokenstorm.cluster.simulation.scenario;

/** What can go wrong. */
public enum FaultKind {
  /** A share of all messages is lost. */
  LOSS,
  /** A share of all messages comes twice. */
  REPEAT,
  /** All messages take longer, each its own time. */
  DELAY,
  /** Some messages come seconds later, after newer ones. */
  STRAGGLERS,
  /** A worker and the coordinator hear nothing of one another. */
  CUT_BOTH_WAYS,
  /** The coordinator hears a worker, which does not hear it. */
  CUT_TO_WORKER,
  /** A worker hears the coordinator, which does not hear it. */
  CUT_TO_COORDINATOR,
  /** Nobody hears the coordinator, and it hears nobody. */
  ISOLATE_COORDINATOR,
  /** SIGSTOP and SIGCONT of a worker. */
  STOP_WORKER,
  /** kill -9 of a worker, which comes back and finds its spools. */
  KILL_WORKER,
  /** kill -9 of a worker, whose disk is gone too; it comes back with an empty one. */
  KILL_MACHINE,
  /** A worker's actor system ends and starts anew in the same process. */
  RESTART_SYSTEM,
  /** SIGSTOP and SIGCONT of the coordinator. */
  STOP_COORDINATOR,
  /** kill -9 of the coordinator; another one leads another run with the same workers. */
  KILL_COORDINATOR,
  /** No space left for a worker's spool. */
  FILL_SPOOL,
  /** No space left for the coordinator's records. */
  FILL_RESULTS,
  /** A worker comes when the run is on already. */
  LATE_JOINER,
  /** The user asks for the end, once. */
  CANCEL,
  /** The user asks for the end at once. */
  CANCEL_FORCED
}
