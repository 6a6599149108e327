package io.tokenstorm.worker.load;

import io.tokenstorm.protocol.record.LoadStage;

/** What a slot that is free may do now. */
public sealed interface SendDecision {
  /**
   * Send one request, now; it has been counted as issued. The slot must either send it or hand in a
   * record of it.
   *
   * @param stage the window it belongs to
   * @param ordinal the number of the request within (epoch, phase, slot)
   */
  record Send(LoadStage stage, int ordinal) implements SendDecision {}

  /**
   * Ask again at this instant of the worker's ticker, or earlier when told that the gate changed.
   *
   * @param nanos the instant
   */
  record WaitUntil(long nanos) implements SendDecision {}

  /** Nothing to do until the gate changes: no lease, no window, or this slot's share is done. */
  record Idle() implements SendDecision {}

  SendDecision IDLE = new Idle();
}
