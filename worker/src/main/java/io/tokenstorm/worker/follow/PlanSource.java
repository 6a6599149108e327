package io.tokenstorm.worker.follow;

/** Which plans are held. */
@FunctionalInterface
public interface PlanSource {
  /** Whether the plan of a run is held, and has this hash. */
  boolean holds(String run, String planHash);
}
