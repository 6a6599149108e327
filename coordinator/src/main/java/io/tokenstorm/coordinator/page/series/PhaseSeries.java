package io.tokenstorm.coordinator.page.series;

import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.coordinator.report.phase.PhaseRecords;
import io.tokenstorm.coordinator.results.StampedEvent;
import java.util.List;

/**
 * What the charts of one phase show.
 *
 * @param curves percentiles of TTFT, TPOT, ITL and E2E
 * @param overTime TTFT, TPOT and E2E by the moment sent
 * @param failures when requests failed, seconds after the window's opening, rising; one for each
 *     place on the axis that can be told apart
 */
public record PhaseSeries(
    Span span,
    List<Curve> curves,
    List<OverTime> overTime,
    LoadOverTime load,
    ByLength byLength,
    List<Double> failures,
    List<TimeMark> marks) {

  /**
   * Reads the records twice.
   *
   * @param events all of the run
   */
  public static PhaseSeries of(PhaseFacts facts, List<StampedEvent> events, PhaseRecords records) {
    Extent extent = new Extent(facts);
    records.forEach(
        (worker, record) -> {
          if (record.key().epoch() == facts.epoch()) {
            extent.add(record);
          }
        });
    SeriesMeter meter = new SeriesMeter(facts, extent);
    records.forEach(
        (worker, record) -> {
          if (record.key().epoch() == facts.epoch()) {
            meter.add(record);
          }
        });
    return meter.result(TimeMarks.of(facts, events));
  }

  /**
   * TTFT by the prompt's length.
   *
   * @param cloud measured successes, over input tokens
   * @param bins stretches of length
   */
  public record ByLength(Cloud cloud, List<Bin> bins) {}

  /**
   * What was put on the target and what came of it, in equal stretches of time; pairs of the
   * stretch's beginning, seconds after the window's opening, and its mean.
   *
   * @param tokensPerSecond output tokens as they arrived
   * @param inFlight requests
   * @param widthSeconds of a stretch
   */
  public record LoadOverTime(
      List<double[]> tokensPerSecond, List<double[]> inFlight, double widthSeconds) {}
}
