package io.tokenstorm.protocol.wire;

/** Where a phase stands. The order is the order in which it passes. */
public enum Stage {
  /** Nothing is asked of the worker. */
  IDLE,
  /** Make ready: plan, prompts, connections. Nothing may be sent. */
  ARMED,
  /** The warmup window is set. */
  WARMUP,
  /** The measured window is set. */
  MEASURE,
  /** No slot sends again; what runs is let finish. */
  DRAIN,
  /** The phase is over: hand in what is left. */
  SETTLED
}
