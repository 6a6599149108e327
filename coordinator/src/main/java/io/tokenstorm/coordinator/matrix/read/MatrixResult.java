package io.tokenstorm.coordinator.matrix.read;

import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.plan.source.Problem;
import java.util.List;

/** What reading a plan of this kind gave: the plan, or all that is wrong with it. */
public sealed interface MatrixResult {
  /** A plan that may run where commands are allowed. */
  record Accepted(MatrixPlan plan) implements MatrixResult {}

  /**
   * No plan.
   *
   * @param problems at least one, in the order of the text
   */
  record Refused(List<Problem> problems) implements MatrixResult {
    public Refused {
      problems = List.copyOf(problems);
    }
  }
}
