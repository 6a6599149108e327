package io.tokenstorm.coordinator.service;

/** What ended a run; tells failures apart that ask for different answers. */
public enum EndCause {
  /** All phases passed. */
  DONE,
  /** The user asked for the end. */
  CANCELLED,
  /**
   * A target of the plan could not be reached, or refuses all that the plan would send, before any
   * phase.
   */
  TARGET_UNREACHABLE,
  /** No worker, or too few, before a deadline. */
  NO_WORKERS,
  /** A worker said that it cannot take part, such as for a missing environment variable. */
  WORKER_UNFIT,
  /** A worker was lost and the plan says {@code fail}, or its slots could not be freed in time. */
  WORKER_LOST,
  /** A stage passed its deadline. */
  DEADLINE,
  /** The run's directory could not be written. */
  STORAGE,
  /** A fault of Tokenstorm itself. */
  INTERNAL
}
