package io.tokenstorm.worker.lease;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.shard.ShardMap;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.worker.load.SendDecision;

/**
 * What one slot has sent in one epoch and phase, and what it may send next. Guarded by its own
 * monitor; usually only the slot's event loop takes it.
 */
final class SlotShare {
  private final int slot;
  private final int concurrency;
  private int ordinal;
  private long warmupSent;
  private long measureSent;

  SlotShare(int slot, int concurrency) {
    this.slot = slot;
    this.concurrency = concurrency;
  }

  /**
   * Returns when no ask is under way that read earlier terms: such an ask holds the monitor until
   * it has been counted.
   */
  synchronized void awaitRunningAsk() {}

  /** Decides under the terms; a send is taken from the share at once. */
  SendDecision next(GateTerms terms, long nowNanos) {
    if (!terms.leaseHolds(nowNanos)) {
      return SendDecision.IDLE;
    }
    if (terms.measuring(nowNanos)) {
      return isDone(LoadStage.MEASURE, terms.measure(), nowNanos)
          ? SendDecision.IDLE
          : take(LoadStage.MEASURE);
    }
    SendWindow warmup = terms.warmup();
    boolean warm = warmup.isSet() && nowNanos >= warmup.opensAtNanos();
    if (warm && !isDone(LoadStage.WARMUP, warmup, nowNanos)) {
      return take(LoadStage.WARMUP);
    }
    long opensAt = terms.measure().opensAtNanos();
    if (!warm) {
      opensAt = Math.min(opensAt, warmup.opensAtNanos());
    }
    return opensAt == Long.MAX_VALUE ? SendDecision.IDLE : new SendDecision.WaitUntil(opensAt);
  }

  /** Whether this slot will not send again in a window that is set. */
  boolean isDone(LoadStage stage, SendWindow window, long nowNanos) {
    long sent = stage == LoadStage.WARMUP ? warmupSent : measureSent;
    long quota = ShardMap.quota(window.requests(), concurrency, slot);
    return WindowRule.isDone(window, sent, quota, nowNanos);
  }

  private SendDecision take(LoadStage stage) {
    if (stage == LoadStage.WARMUP) {
      warmupSent++;
    } else {
      measureSent++;
    }
    return new SendDecision.Send(stage, ordinal++);
  }
}
