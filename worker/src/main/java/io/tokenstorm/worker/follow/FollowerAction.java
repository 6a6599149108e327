package io.tokenstorm.worker.follow;

import io.tokenstorm.worker.lease.Gate;

/** What the follower wants done, at once and in order. */
public sealed interface FollowerAction {
  /**
   * The plan of a run is needed; the status says so too, and the coordinator sends it.
   *
   * @param run id of the run
   * @param planHash which plan
   */
  record NeedPlan(String run, String planHash) implements FollowerAction {}

  /**
   * The engine is to make ready for a phase.
   *
   * @param assignment what is this worker's
   * @param gate to be asked at each send
   */
  record Prepare(Assignment assignment, Gate gate) implements FollowerAction {}

  /** Idle slots are to ask the gate again. */
  record GateChanged() implements FollowerAction {}

  /** No run is on and all of the last one is accounted for: the engine may let go of it. */
  record Rest() implements FollowerAction {}

  /**
   * All that runs is to be ended now.
   *
   * @param reason for a person
   */
  record CutInFlight(String reason) implements FollowerAction {}
}
