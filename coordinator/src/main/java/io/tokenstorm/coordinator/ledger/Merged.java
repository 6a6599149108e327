package io.tokenstorm.coordinator.ledger;

import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;

/**
 * Records of one spool and window that are in the log.
 *
 * @param success requests that succeeded
 * @param errors requests that failed
 * @param cut requests ended by us
 * @param firstSentNanos the earliest send, on the worker's ticker; {@link Long#MAX_VALUE} if none
 */
public record Merged(long success, long errors, long cut, long firstSentNanos) {
  public static final Merged NONE = new Merged(0, 0, 0, Long.MAX_VALUE);

  /** success + errors + cut. */
  public long total() {
    return success + errors + cut;
  }

  /** With one more. */
  public Merged plus(RequestRecord record) {
    boolean succeeded = record.outcome() instanceof Outcome.Completed;
    boolean wasCut = record.outcome() instanceof Outcome.Cut;
    return new Merged(
        success + (succeeded ? 1 : 0),
        errors + (succeeded || wasCut ? 0 : 1),
        cut + (wasCut ? 1 : 0),
        Math.min(firstSentNanos, record.instants().sentNanos()));
  }
}
