package io.tokenstorm.coordinator.clock;

/**
 * Where a worker's ticker stands against the coordinator's at one moment.
 *
 * @param offsetNanos worker − coordinator
 * @param errorNanos the true offset lies within ± this
 */
public record ClockEstimate(long offsetNanos, long errorNanos) {

  /** An instant of the coordinator's ticker on the worker's; "never" stays never. */
  public long toWorker(long coordinatorNanos) {
    return coordinatorNanos == Long.MAX_VALUE ? Long.MAX_VALUE : coordinatorNanos + offsetNanos;
  }

  /** An instant of the worker's ticker on the coordinator's. */
  public long toCoordinator(long workerNanos) {
    return workerNanos - offsetNanos;
  }
}
