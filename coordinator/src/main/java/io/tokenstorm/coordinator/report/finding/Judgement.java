package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.history.RunHistory;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.Verdict;
import java.util.List;
import java.util.Map;

/**
 * The verdict on a run: as the coordinator gave it, worsened by what the report itself finds. A
 * report never improves on the coordinator's verdict, and a cancelled run stays cancelled.
 *
 * @param reason a sentence
 */
public record Judgement(Verdict verdict, String reason) {
  private static final Map<String, Verdict> WORSENING =
      Map.of(
          Findings.NOT_ENDED, Verdict.INVALID,
          Findings.DAMAGE, Verdict.INVALID,
          Findings.CONSERVATION, Verdict.INVALID,
          Findings.NO_SUCCESS, Verdict.INVALID,
          Findings.MISSING, Verdict.INVALID,
          Findings.GENERATOR_LIMIT, Verdict.DEGRADED);

  /** Judges by the events and the findings. */
  public static Judgement of(RunHistory history, List<Finding> findings) {
    RunEvent.RunEnded ended = history.ended();
    Judgement judgement =
        ended != null
            ? new Judgement(ended.verdict(), ended.reason())
            : history.cancelled()
                ? new Judgement(Verdict.CANCELLED, "Cancelled; the run has no orderly end.")
                : new Judgement(Verdict.VALID, "");
    for (Finding finding : findings) {
      Verdict own = WORSENING.get(finding.rule());
      if (own != null) {
        judgement = judgement.worsenedBy(own, finding);
      }
    }
    return judgement;
  }

  private Judgement worsenedBy(Verdict own, Finding finding) {
    Verdict worse = verdict.worsenedTo(own);
    if (worse == verdict) {
      return this;
    }
    String where = finding.phase() == null ? "" : finding.phase() + ": ";
    return new Judgement(worse, where + finding.text());
  }
}
