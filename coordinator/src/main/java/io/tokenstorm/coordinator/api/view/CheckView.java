package io.tokenstorm.coordinator.api.view;

import io.tokenstorm.protocol.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a plan would be told if it were submitted. One of the two is there.
 *
 * @param plan what would run; {@code null}: nothing, as it is refused
 * @param error why it is refused; {@code null}: it is not
 */
public record CheckView(@Nullable PlanView plan, @Nullable ErrorView error) {
  /**
   * A plan in short.
   *
   * @param name its name
   * @param model asked for
   * @param phases in order, after all options
   */
  public record PlanView(String name, String model, List<PhaseView> phases) {}

  /**
   * One phase.
   *
   * @param name its name
   * @param route name of its route
   * @param workload name of its workload
   * @param concurrency slots asked for
   */
  public record PhaseView(String name, String route, String workload, int concurrency) {}

  public static CheckView refused(ErrorView error) {
    return new CheckView(null, error);
  }

  public static CheckView good(Plan plan) {
    List<PhaseView> phases =
        plan.phases().stream()
            .map(p -> new PhaseView(p.name(), p.route(), p.workload(), p.concurrency()))
            .toList();
    return new CheckView(new PlanView(plan.name(), plan.model(), phases), null);
  }
}
