package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.coordinator.report.model.EngineReport;
import io.tokenstorm.coordinator.results.RunEvent.ReplicaReading;
import io.tokenstorm.coordinator.scrape.EngineFigure;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes of one replica's readings what it did over one phase. Instants are the coordinator's. */
public final class EngineMeter {
  private final PhaseFacts facts;
  private final List<ReplicaReading> told;
  private final long failures;
  private final String failure;
  private final List<ReplicaReading> span;
  private final Map<EngineFigure, Double> rises = new EnumMap<>(EngineFigure.class);
  private final Map<String, Double> last = new HashMap<>();
  private long resets;

  private EngineMeter(PhaseFacts facts, long endNanos, List<ReplicaReading> readings) {
    this.facts = facts;
    List<ReplicaReading> failed =
        readings.stream()
            .filter(r -> !r.error().isEmpty())
            .filter(
                r -> r.answeredAtNanos() >= facts.opensAtNanos() && r.askedAtNanos() <= endNanos)
            .toList();
    this.failures = failed.size();
    this.failure = failed.isEmpty() ? "" : failed.get(failed.size() - 1).error();
    this.told = readings.stream().filter(r -> r.error().isEmpty()).toList();
    this.span = span(endNanos);
    if (!span.isEmpty()) {
      last.putAll(span.get(0).figures());
      span.subList(1, span.size()).forEach(reading -> rise(reading.figures()));
    }
  }

  /**
   * One replica's account of one phase.
   *
   * @param endNanos end of the last measured request
   * @param readings of this replica, in the order they came
   */
  public static EngineReport measure(
      PhaseFacts facts, long endNanos, List<ReplicaReading> readings) {
    return new EngineMeter(facts, Math.max(endNanos, facts.closedAtNanos()), readings).report();
  }

  /** From the last reading before the window to the first after it; none if one of them lacks. */
  private List<ReplicaReading> span(long endNanos) {
    int from = -1;
    for (int i = 0; i < told.size(); i++) {
      if (told.get(i).answeredAtNanos() <= facts.opensAtNanos()) {
        from = i;
      }
      if (told.get(i).askedAtNanos() >= endNanos) {
        return from < 0 ? List.of() : told.subList(from, i + 1);
      }
    }
    return List.of();
  }

  /** A counter that falls shows a restart, which takes all counters of the engine along. */
  private void rise(Map<String, Double> told) {
    if (hasFallen(told)) {
      resets++;
      last.clear();
    }
    for (EngineFigure figure : EngineFigure.values()) {
      Double is = told.get(figure.label());
      if (figure.isCounter() && is != null) {
        // some engines tell a counter only once it has counted
        rises.merge(figure, is - last.getOrDefault(figure.label(), 0.0), Double::sum);
        last.put(figure.label(), is);
      }
    }
  }

  private boolean hasFallen(Map<String, Double> told) {
    for (EngineFigure figure : EngineFigure.values()) {
      Double is = told.get(figure.label());
      Double was = last.get(figure.label());
      if (figure.isCounter() && is != null && was != null && is < was) {
        return true;
      }
    }
    return false;
  }

  private EngineReport report() {
    Long queries = rise(EngineFigure.PREFIX_QUERIES);
    Long hits = rise(EngineFigure.PREFIX_HITS);
    return new EngineReport(
        told.isEmpty() ? "" : told.get(told.size() - 1).engine(),
        inWindow().size(),
        failures,
        failure,
        span.isEmpty() ? null : offset(span.get(0)),
        span.isEmpty() ? null : offset(span.get(span.size() - 1)),
        resets,
        gauge(EngineFigure.RUNNING),
        gauge(EngineFigure.WAITING),
        gauge(EngineFigure.KV_USAGE),
        gauge(EngineFigure.CACHE_HIT_RATE),
        rise(EngineFigure.PROMPT_TOKENS),
        rise(EngineFigure.GENERATION_TOKENS),
        queries,
        hits,
        share(hits, queries),
        rise(EngineFigure.PREEMPTIONS));
  }

  private static @Nullable Double share(@Nullable Long part, @Nullable Long whole) {
    return part == null || whole == null || whole == 0 ? null : (double) part / whole;
  }

  private @Nullable Long rise(EngineFigure figure) {
    Double rise = rises.get(figure);
    return rise == null ? null : Math.round(rise);
  }

  private EngineReport.@Nullable Gauge gauge(EngineFigure figure) {
    List<Double> values = new ArrayList<>();
    for (ReplicaReading reading : inWindow()) {
      Double value = reading.figures().get(figure.label());
      if (value != null) {
        values.add(value);
      }
    }
    DoubleSummaryStatistics all = values.stream().mapToDouble(v -> v).summaryStatistics();
    return values.isEmpty() ? null : new EngineReport.Gauge(all.getAverage(), all.getMax());
  }

  private List<ReplicaReading> inWindow() {
    return told.stream()
        .filter(r -> middle(r) >= facts.opensAtNanos() && middle(r) < facts.closedAtNanos())
        .toList();
  }

  private double offset(ReplicaReading reading) {
    return (middle(reading) - facts.opensAtNanos()) / 1e9;
  }

  private static long middle(ReplicaReading reading) {
    return reading.askedAtNanos() + (reading.answeredAtNanos() - reading.askedAtNanos()) / 2;
  }
}
