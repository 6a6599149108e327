package io.tokenstorm.coordinator.health;

import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.wire.HealthSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Sums the seconds of one worker up to figures of {@link HealthFigure}. A figure that no second
 * could tell is left out. Not thread-safe.
 */
public final class HealthTotals {
  private final List<HealthSample> samples = new ArrayList<>();

  /** The figures of some seconds. */
  public static Map<String, Double> of(List<HealthSample> samples) {
    HealthTotals totals = new HealthTotals();
    samples.forEach(totals::add);
    return totals.figures();
  }

  public void add(HealthSample sample) {
    samples.add(sample);
  }

  /** The figures by name; only the number of samples if there are none. */
  public Map<String, Double> figures() {
    Map<String, Double> figures = new TreeMap<>();
    figures.put(HealthFigure.SAMPLES, (double) samples.size());
    if (!samples.isEmpty()) {
      lag(figures);
      load(figures);
      pauses(figures);
      machine(figures);
    }
    return figures;
  }

  private void lag(Map<String, Double> figures) {
    LagSpread lag = samples.stream().map(HealthSample::lag).reduce(LagSpread.NONE, LagSpread::plus);
    figures.put(HealthFigure.LAG_PROBES, (double) lag.total());
    if (lag.total() > 0) {
      figures.put(HealthFigure.LAG_P50, lag.percentileNanos(50) / 1e9);
      figures.put(HealthFigure.LAG_P99, lag.percentileNanos(99) / 1e9);
      figures.put(HealthFigure.LAG_MAX, max(HealthSample::lagMaxNanos) / 1e9);
      figures.put(HealthFigure.GAP_ERROR_P50, lag.differencePercentileNanos(50) / 1e9);
      figures.put(HealthFigure.GAP_ERROR_P99, lag.differencePercentileNanos(99) / 1e9);
      figures.put(HealthFigure.GAP_ERROR_SIGMA, lag.differenceSigmaNanos() / 1e9);
    }
  }

  private void load(Map<String, Double> figures) {
    List<HealthSample.Turnaround> some =
        samples.stream().map(HealthSample::turnaround).filter(t -> t.count() > 0).toList();
    if (!some.isEmpty()) {
      figures.put(
          HealthFigure.TURNAROUND_P50,
          some.stream().mapToLong(HealthSample.Turnaround::p50Nanos).average().orElse(0) / 1e9);
      figures.put(HealthFigure.TURNAROUND_P99, max(s -> s.turnaround().p99Nanos()) / 1e9);
      figures.put(HealthFigure.TURNAROUND_MAX, max(s -> s.turnaround().maxNanos()) / 1e9);
    }
    figures.put(HealthFigure.LOOP_SHARE, mean(s -> s.reads().busiestLoopShare()));
    double reads = sum(s -> s.reads().reads());
    if (reads > 0) {
      figures.put(HealthFigure.FULL_READ_SHARE, sum(s -> s.reads().fullReads()) / reads);
      if (known(s -> s.reads().events())) {
        figures.put(HealthFigure.EVENTS_PER_READ, sum(s -> s.reads().events()) / reads);
      }
    }
    figures.put(HealthFigure.PROMPTS_STARVED, sum(HealthSample::promptsStarved));
    figures.put(HealthFigure.CONTROL_LAG, max(HealthSample::controlLagMaxNanos) / 1e9);
  }

  private void pauses(Map<String, Double> figures) {
    figures.put(HealthFigure.GC_TOTAL, sum(s -> s.pauses().gcNanos()) / 1e9);
    if (known(s -> s.pauses().gcMaxNanos())) {
      figures.put(HealthFigure.GC_MAX, max(s -> s.pauses().gcMaxNanos()) / 1e9);
      figures.put(HealthFigure.SAFEPOINT_TOTAL, sum(s -> s.pauses().safepointNanos()) / 1e9);
      figures.put(HealthFigure.SAFEPOINT_MAX, max(s -> s.pauses().safepointMaxNanos()) / 1e9);
    }
  }

  private void machine(Map<String, Double> figures) {
    figures.put(HealthFigure.PROCESS_CORES, mean(s -> s.machine().processCores()));
    figures.put(HealthFigure.CORES, max(s -> s.machine().cores()));
    if (known(s -> s.machine().otherCores())) {
      figures.put(HealthFigure.OTHER_CORES, mean(s -> s.machine().otherCores()));
      figures.put(HealthFigure.STEAL_MEAN, mean(s -> s.machine().stealShare()));
      figures.put(HealthFigure.STEAL_MAX, max(s -> s.machine().stealShare()));
    }
    if (known(s -> s.machine().tcpRetransmits())) {
      figures.put(HealthFigure.RETRANSMITS, sum(s -> s.machine().tcpRetransmits()));
    }
  }

  /** Whether every second could tell a figure. */
  private boolean known(ToDoubleFunction<HealthSample> figure) {
    return samples.stream().mapToDouble(figure).allMatch(value -> value >= 0);
  }

  private double mean(ToDoubleFunction<HealthSample> figure) {
    return samples.stream().mapToDouble(figure).average().orElse(0);
  }

  private double max(ToDoubleFunction<HealthSample> figure) {
    return samples.stream().mapToDouble(figure).max().orElse(0);
  }

  private double sum(ToDoubleFunction<HealthSample> figure) {
    return samples.stream().mapToDouble(figure).sum();
  }
}
