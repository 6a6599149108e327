package io.tokenstorm.coordinator.results;

/** How far the result of a run can be relied on. */
public enum Verdict {
  /** All that was asked was measured; errors of the target are allowed and a finding. */
  VALID,
  /** Usable, with a stated limit: a loss under {@code degrade}, or the generator was the limit. */
  DEGRADED,
  /** Not usable as a measurement: a loss under {@code fail}, no measured success, a full disk. */
  INVALID,
  /** Ended by the user. */
  CANCELLED;

  /**
   * The graver of the two: {@code INVALID} over {@code DEGRADED} over {@code VALID}. A cancelled
   * run stays cancelled.
   */
  public Verdict worsenedTo(Verdict other) {
    if (this == CANCELLED || other == CANCELLED) {
      return CANCELLED;
    }
    return compareTo(other) >= 0 ? this : other;
  }
}
