package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.service.EndCause;

/**
 * How a run stands: the gravest thing so far, and whether it is to end. Invariant: a verdict only
 * ever gets worse.
 */
public final class Ending {
  private EndReason reason = EndReason.NONE;
  private boolean ending;
  private boolean forced;

  /** Something that limits the result, without ending the run. */
  public void worsen(EndReason worse) {
    Verdict verdict = reason.verdict().worsenedTo(worse.verdict());
    if (verdict != reason.verdict()) {
      reason = worse;
    }
  }

  /** Something that ends the run, as soon as what runs has come to rest. */
  public void end(EndReason why) {
    worsen(why);
    ending = true;
  }

  /** The user asks for the end; the second time, or with force, at once. */
  void cancel(boolean force) {
    forced = forced || force || reason.cause() == EndCause.CANCELLED;
    end(
        new EndReason(
            Verdict.CANCELLED,
            EndCause.CANCELLED,
            "cancelled by the user" + (forced ? ", by force" : "")));
  }

  /** What runs is to be cut, not waited for. */
  void force() {
    forced = true;
  }

  public EndReason reason() {
    return reason;
  }

  /** Whether no further phase is to begin, and the current one is to stop. */
  public boolean isEnding() {
    return ending;
  }

  /** Whether what runs is to be cut. */
  public boolean isForced() {
    return forced;
  }
}
