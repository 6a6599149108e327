package io.tokenstorm.cluster.simulation.history;

/**
 * One incarnation of a worker in one life of its process.
 *
 * @param worker its id
 * @param life of the process
 * @param incarnation as the worker counts
 */
public record Holder(String worker, int life, int incarnation) {
  /** The process as the cluster tells it from others. */
  public String processKey() {
    return worker + '#' + life;
  }
}
