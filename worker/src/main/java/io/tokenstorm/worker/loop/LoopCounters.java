package io.tokenstorm.worker.loop;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a loop has done since it began. Written by the loop's thread alone, read by any: each figure
 * is exact by itself, several together may be one turn of the loop apart.
 */
public final class LoopCounters {
  private static final VarHandle TURNS = handle("turns");
  private static final VarHandle READS = handle("reads");
  private static final VarHandle BYTES = handle("bytes");
  private static final VarHandle FULL_READS = handle("fullReads");
  private static final VarHandle TASKS = handle("tasks");
  private static final VarHandle BUSY = handle("busyNanos");
  private static final VarHandle LONGEST = handle("longestTurnNanos");

  private long turns;
  private long reads;
  private long bytes;
  private long fullReads;
  private long tasks;
  private long busyNanos;
  private long longestTurnNanos;

  LoopCounters() {}

  private static VarHandle handle(String field) {
    try {
      return MethodHandles.lookup().findVarHandle(LoopCounters.class, field, long.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  void read(int count, boolean full) {
    READS.setOpaque(this, reads + 1);
    BYTES.setOpaque(this, bytes + count);
    if (full) {
      FULL_READS.setOpaque(this, fullReads + 1);
    }
  }

  void task() {
    TASKS.setOpaque(this, tasks + 1);
  }

  void turn(long nanos) {
    TURNS.setOpaque(this, turns + 1);
    BUSY.setOpaque(this, busyNanos + nanos);
    if (nanos > longestTurnNanos) {
      LONGEST.setOpaque(this, nanos);
    }
  }

  /** The figures now. {@code longestTurnNanos} is over the loop's whole life. */
  public Snapshot snapshot() {
    return new Snapshot(
        (long) TURNS.getOpaque(this),
        (long) READS.getOpaque(this),
        (long) BYTES.getOpaque(this),
        (long) FULL_READS.getOpaque(this),
        (long) TASKS.getOpaque(this),
        (long) BUSY.getOpaque(this),
        (long) LONGEST.getOpaque(this));
  }

  /**
   * Figures of one loop at one time.
   *
   * @param turns how often it went round
   * @param reads reads that gave bytes
   * @param bytes read
   * @param fullReads reads that filled the buffer, so that bytes were left unread
   * @param tasks run, those of Akka's dispatcher included
   * @param busyNanos time between a return from the selector and the next call of it
   * @param longestTurnNanos the longest such time: no byte was stamped meanwhile
   */
  public record Snapshot(
      long turns,
      long reads,
      long bytes,
      long fullReads,
      long tasks,
      long busyNanos,
      long longestTurnNanos) {}
}
