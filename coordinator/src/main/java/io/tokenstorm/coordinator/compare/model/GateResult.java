package io.tokenstorm.coordinator.compare.model;

/**
 * A gate and how it went in one phase.
 *
 * @param gate as it was written
 * @param text a sentence
 */
public record GateResult(String gate, String phase, State state, String text) {

  /** How a gate went. */
  public enum State {
    /** The whole interval keeps the limit. */
    PASSED,
    /** The change breaks the limit, and it is more than noise. */
    FAILED,
    /** Neither is shown. */
    UNDECIDED
  }
}
