package io.tokenstorm.protocol.plan;

import java.util.List;

/**
 * One phase, all defaults filled in.
 *
 * @param name unique within the plan
 * @param route name of the route
 * @param workload name of the workload
 * @param concurrency slots over the whole cluster, ≥ 1
 */
public record Phase(
    String name,
    String route,
    String workload,
    int concurrency,
    RequestSpec request,
    Warmup warmup,
    Measure measure,
    Timeouts timeouts,
    List<PhaseEvent> events) {

  /** The same phase with other requests. */
  public Phase with(RequestSpec other) {
    return new Phase(name, route, workload, concurrency, other, warmup, measure, timeouts, events);
  }
}
