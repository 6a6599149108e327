package io.tokenstorm.worker.load;

/**
 * Decides at each send whether a slot may send. Called from the event loops; thread-safe; never
 * blocks. Implemented by the lease side, asked by the engine immediately before each send, so that
 * no request ever leaves on a lapsed lease or outside a window.
 */
public interface SendGate {
  /**
   * May this slot send now? A {@link SendDecision.Send} has already been counted as issued (in the
   * spool's header), before anything is written.
   *
   * @param slot cluster-wide slot number
   * @param nowNanos the worker's ticker, just read
   */
  SendDecision ask(int slot, long nowNanos);

  /**
   * Whether the lease still holds; asked again after a connect, before the first write. If not,
   * nothing is written and the outcome is {@code Cut}.
   */
  boolean leaseHolds(long nowNanos);
}
