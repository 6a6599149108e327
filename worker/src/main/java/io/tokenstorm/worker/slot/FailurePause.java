package io.tokenstorm.worker.slot;

/**
 * How long a slot rests after failures in a row, so that a target that is down is not hammered: not
 * at all after the first, then 10 ms, doubling up to one second. Any output ends the row. A slot
 * counts as free only after its pause, so a pause never looks like the client's delay.
 */
final class FailurePause {
  private static final long FIRST_NANOS = 10_000_000;
  private static final long LONGEST_NANOS = 1_000_000_000;

  private int inARow;

  /** A request has ended; gives the pause in nanoseconds. */
  long after(boolean failedWithoutOutput) {
    if (!failedWithoutOutput) {
      inARow = 0;
      return 0;
    }
    inARow++;
    return inARow == 1 ? 0 : Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(inARow - 2, 10));
  }
}
