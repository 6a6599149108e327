package io.tokenstorm.coordinator.compare.model;

import java.util.List;

/**
 * One phase on both sides.
 *
 * @param note how the phase itself differs between the sides; empty if it does not
 * @param requestsA measured requests of A, all its runs together
 */
public record PhaseComparison(
    String phase, String note, long requestsA, long requestsB, List<Difference> differences) {

  /** One of its differences. */
  public Difference of(ComparedFigure figure) {
    return differences.stream().filter(d -> d.figure().equals(figure)).findFirst().orElseThrow();
  }

  /** Those that the tables show. */
  public List<Difference> brief() {
    return differences.stream().filter(d -> d.figure().brief()).toList();
  }
}
