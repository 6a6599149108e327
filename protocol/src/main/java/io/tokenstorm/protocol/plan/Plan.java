package io.tokenstorm.protocol.plan;

import java.util.List;
import java.util.Map;

/**
 * A whole plan: validated, every default filled in, secrets only by reference. Both sides hold the
 * same one; {@link PlanHash} proves it.
 *
 * @param name as the user named it
 * @param model the model's name, sent in each request and copied into the report
 * @param about free text copied into the report: {@code engine}, {@code hardware}, {@code
 *     precision}; a missing one is the empty string
 * @param notes free text, copied into the report
 * @param seed of all prompts
 * @param onWorkerLoss what a loss inside a window means
 * @param routes by name, in the plan's order
 * @param workloads by name, in the plan's order
 * @param phases in the order they run
 */
public record Plan(
    String name,
    String model,
    Map<String, String> about,
    List<String> notes,
    long seed,
    OnWorkerLoss onWorkerLoss,
    Map<String, Route> routes,
    Map<String, Workload> workloads,
    List<Phase> phases) {

  /** The route of a phase of this plan. */
  public Route routeOf(Phase phase) {
    return require(routes.get(phase.route()), "route", phase.route());
  }

  /** The workload of a phase of this plan. */
  public Workload workloadOf(Phase phase) {
    return require(workloads.get(phase.workload()), "workload", phase.workload());
  }

  private static <T> T require(
      @org.jspecify.annotations.Nullable T value, String what, String name) {
    if (value == null) {
      throw new IllegalArgumentException("no " + what + " named " + name);
    }
    return value;
  }
}
