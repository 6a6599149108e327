package io.tokenstorm.coordinator.ledger;

import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;

/** Sums up records to {@link Merged}. */
final class MergedSum {
  private long success;
  private long errors;
  private long cut;
  private long firstSentNanos;

  MergedSum() {
    this(Merged.NONE);
  }

  /** Goes on from a sum. */
  MergedSum(Merged from) {
    success = from.success();
    errors = from.errors();
    cut = from.cut();
    firstSentNanos = from.firstSentNanos();
  }

  void add(RequestRecord record) {
    Outcome outcome = record.outcome();
    if (outcome instanceof Outcome.Completed) {
      success++;
    } else if (outcome instanceof Outcome.Cut) {
      cut++;
    } else {
      errors++;
    }
    firstSentNanos = Math.min(firstSentNanos, record.instants().sentNanos());
  }

  Merged merged() {
    return new Merged(success, errors, cut, firstSentNanos);
  }
}
