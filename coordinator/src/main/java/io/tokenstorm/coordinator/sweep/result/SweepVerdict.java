package io.tokenstorm.coordinator.sweep.result;

import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.Scenario.PromptLength;
import java.util.List;

/**
 * Whether a sweep's figures can be relied on. A server that does not start or does not answer is a
 * result and takes nothing from it; a measured row does whose own run was not valid, or whose
 * prompts had not the length that the row says.
 */
final class SweepVerdict {
  private SweepVerdict() {}

  static Verdict of(List<Scenario> rows, boolean complete) {
    if (!complete) {
      return Verdict.CANCELLED;
    }
    return rows.stream().allMatch(SweepVerdict::isSound) ? Verdict.VALID : Verdict.DEGRADED;
  }

  private static boolean isSound(Scenario row) {
    return !row.success() || (hasItsLength(row) && isValid(row));
  }

  private static boolean hasItsLength(Scenario row) {
    PromptLength length = row.promptLength();
    return length == null || length.counted() == null || length.exact();
  }

  private static boolean isValid(Scenario row) {
    return row.repeats().stream().allMatch(r -> r.verdict().equals(Verdict.VALID.name()));
  }

  /** A sentence with numbers. */
  static String reason(List<Scenario> rows, boolean complete) {
    long measured = rows.stream().filter(Scenario::success).count();
    long other = rows.stream().filter(row -> !hasItsLength(row)).count();
    long unsound = rows.stream().filter(row -> row.success() && !isValid(row)).count();
    return "a sweep of %d rows, %d measured, %d failed%s%s%s"
        .formatted(
            rows.size(),
            measured,
            rows.size() - measured,
            other == 0 ? "" : "; " + other + " with prompts of another length than theirs",
            unsound == 0 ? "" : "; " + unsound + " whose run was not VALID",
            complete ? "" : "; it is not complete");
  }
}
