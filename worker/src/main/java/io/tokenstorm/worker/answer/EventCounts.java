package io.tokenstorm.worker.answer;

import io.tokenstorm.protocol.record.LoadStage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Output-bearing events of one slot by window, those of the request under way included. One thread
 * writes, any reads.
 */
public final class EventCounts {
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counts = new long[LoadStage.values().length];

  void add(LoadStage stage) {
    int cell = stage.code();
    CELL.setOpaque(counts, cell, counts[cell] + 1);
  }

  /** The events that have come so far for requests of this window. */
  public long of(LoadStage stage) {
    return (long) CELL.getOpaque(counts, stage.code());
  }
}
