package io.tokenstorm.worker.engine;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The gate of one round of a rehearsal: open until it is closed.
 *
 * <p>Each round has a class of its own. Were there one class only, the compiler would take it for
 * the only one there is, and throw its code away at the first question to a real gate.
 */
abstract class RehearsalGate implements SendGate {
  private final AtomicIntegerArray next;
  private volatile boolean closed;

  RehearsalGate(int slots) {
    next = new AtomicIntegerArray(slots);
  }

  /** The gate of a round, from 0. */
  static RehearsalGate of(int round, int slots) {
    return switch (round) {
      case 0 -> new First(slots);
      case 1 -> new Second(slots);
      default -> new Third(slots);
    };
  }

  void close() {
    closed = true;
  }

  @Override
  public SendDecision ask(int slot, long nowNanos) {
    return closed
        ? SendDecision.IDLE
        : new SendDecision.Send(LoadStage.WARMUP, next.getAndIncrement(slot));
  }

  @Override
  public boolean leaseHolds(long nowNanos) {
    return !closed;
  }

  private static final class First extends RehearsalGate {
    First(int slots) {
      super(slots);
    }
  }

  private static final class Second extends RehearsalGate {
    Second(int slots) {
      super(slots);
    }
  }

  private static final class Third extends RehearsalGate {
    Third(int slots) {
      super(slots);
    }
  }
}
