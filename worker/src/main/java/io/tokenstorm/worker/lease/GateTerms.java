package io.tokenstorm.worker.lease;

import io.tokenstorm.protocol.wire.Directive;
import io.tokenstorm.protocol.wire.SendWindow;

/**
 * What a gate goes by, whole: replaced by each directive, never changed in part.
 *
 * @param leaseUntilNanos no request leaves at or after it
 * @param warmup the warmup's window; {@link SendWindow#NONE} if it is not set
 * @param measure the measured window, likewise
 * @param over whether no slot sends again in this phase
 */
public record GateTerms(long leaseUntilNanos, SendWindow warmup, SendWindow measure, boolean over) {
  /** Nothing may be sent. */
  public static final GateTerms CLOSED =
      new GateTerms(Long.MIN_VALUE, SendWindow.NONE, SendWindow.NONE, true);

  /** What a directive allows: its windows count in the stages that have windows only. */
  public static GateTerms of(Directive directive) {
    long lease = directive.leaseUntilNanos();
    return switch (directive.stage()) {
      case IDLE, ARMED -> new GateTerms(lease, SendWindow.NONE, SendWindow.NONE, false);
      case WARMUP, MEASURE -> new GateTerms(lease, directive.warmup(), directive.measure(), false);
      case DRAIN, SETTLED -> new GateTerms(lease, SendWindow.NONE, SendWindow.NONE, true);
    };
  }

  /** Whether the lease holds. */
  boolean leaseHolds(long nowNanos) {
    return nowNanos < leaseUntilNanos;
  }

  /** Whether the measured window has opened: from then on the warmup's is closed. */
  boolean measuring(long nowNanos) {
    return measure.isSet() && nowNanos >= measure.opensAtNanos();
  }
}
