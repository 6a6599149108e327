package io.tokenstorm.coordinator.plan;

import io.tokenstorm.coordinator.plan.source.Problem;
import io.tokenstorm.protocol.plan.Plan;
import java.util.List;
import java.util.stream.Collectors;

/** What reading a plan gave: the plan, or all that is wrong with it. */
public sealed interface PlanResult {
  /**
   * A plan that may run.
   *
   * @param plan complete, every default filled in, options applied
   */
  record Accepted(Plan plan) implements PlanResult {}

  /**
   * No plan.
   *
   * @param problems at least one, in the order of the text
   */
  record Refused(List<Problem> problems) implements PlanResult {
    public Refused {
      problems = List.copyOf(problems);
    }

    /** One problem a line, as a user reads them. */
    public String render() {
      return problems.stream().map(Problem::render).collect(Collectors.joining("\n"));
    }
  }
}
