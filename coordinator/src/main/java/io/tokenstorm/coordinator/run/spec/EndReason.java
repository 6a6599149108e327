package io.tokenstorm.coordinator.run.spec;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.service.EndCause;

/**
 * Why a run ends.
 *
 * @param verdict how far its result can be relied on
 * @param cause what ended it
 * @param text a sentence that names who or what
 */
public record EndReason(Verdict verdict, EndCause cause, String text) {
  /** Nothing went wrong. */
  public static final EndReason NONE = new EndReason(Verdict.VALID, EndCause.DONE, "");
}
