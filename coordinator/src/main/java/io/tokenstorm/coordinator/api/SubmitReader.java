package io.tokenstorm.coordinator.api;

import io.tokenstorm.coordinator.api.guard.PlanPermissions;
import io.tokenstorm.coordinator.api.view.ErrorView;
import io.tokenstorm.coordinator.plan.PlanReader;
import io.tokenstorm.coordinator.plan.PlanResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.Plan;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what was submitted: a plan in the body, options in the query. Environment variables that
 * the plan names are not looked for here: each worker looks for its own.
 */
final class SubmitReader {
  /** What came of it. */
  sealed interface Result {}

  record Accepted(SubmitRequest request) implements Result {}

  record Refused(ErrorView error) implements Result {}

  private SubmitReader() {}

  /**
   * Reads a submission.
   *
   * @param query all values of each parameter: {@code salt}, {@code timeScale}, {@code phase},
   *     {@code set}, {@code file} (the plan's name in messages), {@code command}
   * @param allowed what of the nodes' own the plan may name
   */
  static Result read(Map<String, List<String>> query, byte[] body, PlanPermissions allowed) {
    double timeScale;
    try {
      timeScale = timeScale(first(query, "timeScale"));
    } catch (IllegalArgumentException e) {
      return new Refused(new ErrorView("bad_request", String.valueOf(e.getMessage())));
    }
    ReadOptions options =
        ReadOptions.NONE
            .withSets(all(query, "set"))
            .withPhases(all(query, "phase"))
            .withTimeScale(timeScale);
    String file = first(query, "file");
    PlanResult result = PlanReader.read(file == null ? "plan.yaml" : file, body, options);
    if (result instanceof PlanResult.Refused refused) {
      return new Refused(problems(refused));
    }
    Plan plan = ((PlanResult.Accepted) result).plan();
    List<String> refusals = allowed.refusals(plan);
    if (!refusals.isEmpty()) {
      return new Refused(new ErrorView("plan", String.join("; ", refusals)));
    }
    return new Accepted(
        new SubmitRequest(
            plan,
            ResolvedPlan.write(plan),
            first(query, "salt"),
            timeScale,
            all(query, "command")));
  }

  private static ErrorView problems(PlanResult.Refused refused) {
    int count = refused.problems().size();
    return new ErrorView(
        "plan",
        "the plan has " + count + (count == 1 ? " problem" : " problems"),
        refused.problems().stream().map(ErrorView.ProblemView::of).toList());
  }

  private static double timeScale(@Nullable String text) {
    if (text == null) {
      return 1;
    }
    double scale;
    try {
      scale = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("timeScale '" + text + "' is no number, such as 0.1", e);
    }
    if (!(scale > 0 && scale <= 1_000)) {
      throw new IllegalArgumentException("timeScale " + text + " is not above 0 and up to 1000");
    }
    return scale;
  }

  private static List<String> all(Map<String, List<String>> query, String name) {
    return query.getOrDefault(name, List.of());
  }

  private static @Nullable String first(Map<String, List<String>> query, String name) {
    List<String> values = all(query, name);
    return values.isEmpty() ? null : values.get(0);
  }
}
