package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.plan.PlanReader;
import io.tokenstorm.coordinator.plan.PlanResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.protocol.plan.Plan;
import java.nio.charset.StandardCharsets;

/** The plan of a run, read back from its directory as it was run. */
public final class StoredPlan {
  private StoredPlan() {}

  /**
   * Reads {@code plan.resolved.yaml}.
   *
   * @throws ResultsException if it is missing or no plan of this version
   */
  public static Plan of(RunDirectory directory) {
    PlanResult result =
        PlanReader.read(
            "plan.resolved.yaml",
            directory.resolvedPlan().getBytes(StandardCharsets.UTF_8),
            ReadOptions.NONE);
    if (result instanceof PlanResult.Accepted accepted) {
      return accepted.plan();
    }
    throw new ResultsException(
        ResultsException.Kind.DAMAGED,
        directory.path()
            + " holds a plan that this version does not read:\n"
            + ((PlanResult.Refused) result).render(),
        null);
  }
}
