package io.tokenstorm.worker.slot;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the slots of one phase count together. Thread-safe. */
public final class SlotCounters {
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final LongAdder staleReplaced = new LongAdder();
  private final LongAdder connects = new LongAdder();
  private final LongAdder usageRefused = new LongAdder();
  private final LongAdder pauses = new LongAdder();

  void sent() {
    inFlight.incrementAndGet();
  }

  void taken() {
    inFlight.decrementAndGet();
  }

  void connection(int change) {
    connections.addAndGet(change);
    if (change > 0) {
      connects.increment();
    }
  }

  void staleReplaced() {
    staleReplaced.increment();
  }

  void usageRefused() {
    usageRefused.increment();
  }

  void paused() {
    pauses.increment();
  }

  /** Requests sent whose record has not been handed over. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Connections open now. */
  public int connections() {
    return connections.get();
  }

  /** Idle connections found closed and replaced before anything was written. */
  public long staleConnections() {
    return staleReplaced.sum();
  }

  /** Connections opened so far. */
  public long connects() {
    return connects.sum();
  }

  /** Requests refused because they asked for usage. */
  public long usageRefusals() {
    return usageRefused.sum();
  }

  /** How often a slot paused after failures in a row. */
  public long failurePauses() {
    return pauses.sum();
  }
}
