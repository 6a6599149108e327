package io.tokenstorm.coordinator.ledger;

import org.jspecify.annotations.Nullable;

/**
 * Requests that were issued and whose records will never come.
 *
 * @param atLeast known to be lost, ≥ 0
 * @param atMost no more than this; null: no bound is known. Equal to {@code atLeast} when exact
 */
public record Loss(long atLeast, @Nullable Long atMost) {
  public static final Loss NONE = new Loss(0, 0L);

  /** From a count that is final: what was issued by it and not merged is lost, no more, no less. */
  public static Loss exact(long issued, long merged) {
    long lost = Math.max(0, issued - merged);
    return new Loss(lost, lost);
  }

  /**
   * From the last count heard of a worker that vanished: it may have issued more after it.
   *
   * @param lastIssued by its last status
   */
  public static Loss unreadable(long lastIssued, long merged) {
    return new Loss(Math.max(0, lastIssued - merged), null);
  }

  public boolean isExact() {
    return atMost != null && atMost == atLeast;
  }

  public boolean none() {
    return isExact() && atLeast == 0;
  }
}
