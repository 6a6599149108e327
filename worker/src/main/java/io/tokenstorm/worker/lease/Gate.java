package io.tokenstorm.worker.lease;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendGate;

/**
 * The gate of one epoch and phase. Asked at each send: first the lease, then the measured window,
 * then the warmup's. A send is counted as issued before it is allowed. Terms are set from one
 * thread, asked from many; a slot's ordinals rise by one over both windows and its share of a
 * window is never exceeded, whoever asks.
 */
public final class Gate implements SendGate {
  private final SlotRange slots;
  private final IssueCounter warmupIssued;
  private final IssueCounter measureIssued;
  private final SlotShare[] shares;
  private volatile GateTerms terms = GateTerms.CLOSED;
  private volatile SendWindow lastWarmup = SendWindow.NONE;
  private volatile SendWindow lastMeasure = SendWindow.NONE;

  /**
   * A gate that is closed until it gets its first terms.
   *
   * @param slots of this worker
   * @param concurrency slots over the whole cluster
   */
  public Gate(
      SlotRange slots, int concurrency, IssueCounter warmupIssued, IssueCounter measureIssued) {
    this.slots = slots;
    this.warmupIssued = warmupIssued;
    this.measureIssued = measureIssued;
    this.shares = new SlotShare[slots.count()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = new SlotShare(slots.first() + i, concurrency);
    }
  }

  /** Goes by new terms from now on. */
  public void set(GateTerms newTerms) {
    if (newTerms.warmup().isSet()) {
      lastWarmup = newTerms.warmup();
    }
    if (newTerms.measure().isSet()) {
      lastMeasure = newTerms.measure();
    }
    terms = newTerms;
  }

  /** Closes the gate; when this returns no send will be allowed or counted any more. */
  public void close() {
    terms = GateTerms.CLOSED;
    for (SlotShare share : shares) {
      share.awaitRunningAsk();
    }
  }

  @Override
  public SendDecision ask(int slot, long nowNanos) {
    if (!slots.contains(slot)) {
      throw new IllegalArgumentException("slot " + slot + " is not of " + slots);
    }
    SlotShare share = shares[slot - slots.first()];
    synchronized (share) {
      SendDecision decision = share.next(terms, nowNanos);
      if (decision instanceof SendDecision.Send send) {
        counterOf(send.stage()).increment();
      }
      return decision;
    }
  }

  @Override
  public boolean leaseHolds(long nowNanos) {
    return terms.leaseHolds(nowNanos);
  }

  /** Requests issued in a window. */
  public long issued(LoadStage stage) {
    return counterOf(stage).value();
  }

  /** Slots that will not send again in a window; 0 as long as it was not set. */
  public int slotsDone(LoadStage stage, long nowNanos) {
    GateTerms now = terms;
    SendWindow current = stage == LoadStage.WARMUP ? now.warmup() : now.measure();
    SendWindow last = stage == LoadStage.WARMUP ? lastWarmup : lastMeasure;
    if (!last.isSet()) {
      return 0;
    }
    boolean handedOver = stage == LoadStage.WARMUP && now.measuring(nowNanos);
    if (now.over() || handedOver || !current.isSet()) {
      return slots.count();
    }
    boolean timeLeft =
        current.closesAtNanos() != Long.MAX_VALUE && nowNanos < current.closesAtNanos();
    if (current.requests() == 0 || timeLeft) {
      // no share counts: all slots are alike
      return WindowRule.isDone(current, 0, 1, nowNanos) ? slots.count() : 0;
    }
    int done = 0;
    for (SlotShare share : shares) {
      synchronized (share) {
        done += share.isDone(stage, current, nowNanos) ? 1 : 0;
      }
    }
    return done;
  }

  private IssueCounter counterOf(LoadStage stage) {
    return stage == LoadStage.WARMUP ? warmupIssued : measureIssued;
  }
}
