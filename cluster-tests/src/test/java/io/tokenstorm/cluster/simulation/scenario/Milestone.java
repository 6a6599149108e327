package io.tokenstorm.cluster.simulation.scenario;

/** What a run can reach; faults are triggered by it. */
public enum Milestone {
  START,
  ARMED,
  WARMUP,
  MEASURE,
  CLOSED,
  SETTLED
}
