package io.tokenstorm.worker.slot;

import io.tokenstorm.worker.load.SendDecision;

/**
 * What a free slot waits for: the end of its pause, the gate, a fresh connection. Keeps {@code
 * intended}, the instant from which a delay is the client's own: it moves forward while the gate
 * keeps the slot from sending, never while the slot itself is late. Instants on the ticker.
 */
final class Waiting {
  static final long NEVER = Long.MAX_VALUE;

  private long intended;
  private long freeAt;
  private boolean forGate;
  private long askAgainAt = NEVER;
  private long reopenAt = NEVER;

  /** The slot is free from this instant on. */
  void freeAt(long nanos) {
    intended = nanos;
    freeAt = nanos;
    forGate = false;
    askAgainAt = NEVER;
  }

  /** The gate said not to send now. */
  void forGate(SendDecision decision) {
    forGate = true;
    askAgainAt = decision instanceof SendDecision.WaitUntil wait ? wait.nanos() : NEVER;
  }

  /** The gate changed, or the instant it named has come: the slot may ask again. */
  void askAgain(long nanos) {
    intended = Math.max(intended, Math.min(nanos, askAgainAt));
    forGate = false;
    askAgainAt = NEVER;
  }

  boolean isForGate() {
    return forGate;
  }

  boolean isFree(long now) {
    return now >= freeAt;
  }

  boolean asksAgain(long now) {
    return forGate && now >= askAgainAt;
  }

  /** A fresh connection is to be opened by this instant. */
  void reopenBy(long nanos) {
    reopenAt = Math.min(reopenAt, nanos);
  }

  /** A connection is being opened. */
  void reopened() {
    reopenAt = NEVER;
  }

  boolean reopens(long now) {
    return now >= reopenAt;
  }

  long intended() {
    return intended;
  }

  /**
   * The next instant at which something is to be done, {@link #NEVER} if none is known.
   *
   * @param ready whether only the pause keeps the slot from asking
   */
  long due(boolean ready) {
    long own = forGate ? askAgainAt : ready ? freeAt : NEVER;
    return Math.min(reopenAt, own);
  }
}
