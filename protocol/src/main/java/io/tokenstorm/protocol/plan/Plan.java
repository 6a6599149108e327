package io.tokenstorm.protocol.plan;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
 * @param scrape whose own metrics the coordinator reads; {@code null}: nobody's
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
    List<Phase> phases,
    @Nullable Scrape scrape) {

  /** A plan that reads nobody's metrics. */
  public Plan(
      String name,
      String model,
      Map<String, String> about,
      List<String> notes,
      long seed,
      OnWorkerLoss onWorkerLoss,
      Map<String, Route> routes,
      Map<String, Workload> workloads,
      List<Phase> phases) {
    this(name, model, about, notes, seed, onWorkerLoss, routes, workloads, phases, null);
  }

  /**
   * The replicas whose own Prometheus metrics the coordinator reads while the run goes on.
   *
   * @param every how often
   * @param endpoints whole URLs by the replica's name, in the plan's order
   */
  public record Scrape(Duration every, Map<String, URI> endpoints) {}

  /** The same plan with other phases. */
  public Plan withPhases(List<Phase> others) {
    return new Plan(
        name, model, about, notes, seed, onWorkerLoss, routes, workloads, others, scrape);
  }

  /** The route of a phase of this plan. */
  public Route routeOf(Phase phase) {
    return require(routes.get(phase.route()), "route", phase.route());
  }

  /** The workload of a phase of this plan. */
  public Workload workloadOf(Phase phase) {
    return require(workloads.get(phase.workload()), "workload", phase.workload());
  }

  /**
   * Names the prompts that a phase sends, as far as their length is concerned: those of its
   * workload. Exact ones differ by route and API too, for a template counts.
   */
  public String promptsOf(Phase phase) {
    return workloadOf(phase).exact()
        ? "%s' over '%s' by '%s"
            .formatted(phase.workload(), phase.route(), phase.request().api().label())
        : phase.workload();
  }

  private static <T> T require(@Nullable T value, String what, String name) {
    if (value == null) {
      throw new IllegalArgumentException("no " + what + " named " + name);
    }
    return value;
  }
}
