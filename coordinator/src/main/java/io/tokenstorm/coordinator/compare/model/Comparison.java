package io.tokenstorm.coordinator.compare.model;

import java.util.List;

/**
 * Two sides, compared.
 *
 * @param betweenRuns whether the intervals hold the differences from run to run
 * @param widening factor on the intervals' arms for the few runs; 1 where runs are not resampled
 * @param notes what to know before using it, whole sentences
 */
public record Comparison(
    SideInfo a,
    SideInfo b,
    Rule rule,
    boolean betweenRuns,
    double widening,
    List<String> notes,
    List<PhaseComparison> phases,
    List<GateResult> gates) {

  /** The runs of a side. */
  public record SideInfo(String plan, String planHash, String model, List<RunInfo> runs) {}

  /** One run. */
  public record RunInfo(String run, String directory, String verdict) {}

  /** Whether a gate went so. */
  public boolean any(GateResult.State state) {
    return gates.stream().anyMatch(g -> g.state() == state);
  }

  /** How many of the shown differences came out so. */
  public long count(Outcome outcome) {
    return phases.stream()
        .flatMap(p -> p.brief().stream())
        .filter(d -> d.outcome() == outcome)
        .count();
  }

  /** Shown differences with an interval. */
  public long judged() {
    return phases.stream().flatMap(p -> p.brief().stream()).filter(d -> d.low() != null).count();
  }
}
