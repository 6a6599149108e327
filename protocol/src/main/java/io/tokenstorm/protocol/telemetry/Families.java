package io.tokenstorm.protocol.telemetry;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Collects metrics of one moment, family by family; a family without a sample is left out. */
public final class Families {
  private final MetricSnapshots.Builder all = MetricSnapshots.builder();
  private final Labels common;

  /**
   * None yet.
   *
   * @param common labels of every sample
   */
  public Families(Labels common) {
    this.common = common;
  }

  /** One value and what tells it from the others of its family. */
  public record Sample(Labels labels, double value) {
    /** One value. */
    public static Sample of(double value, String... labels) {
      return new Sample(Labels.of(labels), value);
    }

    /** One count. */
    public static Sample of(long count, String... labels) {
      return new Sample(Labels.of(labels), (double) count);
    }
  }

  /**
   * Facts that are no numbers.
   *
   * @param name without {@code _info}, which the format adds
   */
  public void info(String name, String help, Labels labels) {
    all.metricSnapshot(
        InfoSnapshot.builder()
            .name(name)
            .help(help)
            .dataPoint(
                InfoSnapshot.InfoDataPointSnapshot.builder().labels(common.merge(labels)).build())
            .build());
  }

  /** How things stand now. */
  public void gauges(String name, String help, List<Sample> samples) {
    GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help);
    samples.forEach(
        sample ->
            family.dataPoint(
                GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .labels(common.merge(sample.labels()))
                    .value(sample.value())
                    .build()));
    if (!samples.isEmpty()) {
      all.metricSnapshot(family.build());
    }
  }

  /**
   * What only rises.
   *
   * @param name without {@code _total}, which the format adds
   */
  public void counters(String name, String help, List<Sample> samples) {
    CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
    samples.forEach(
        sample ->
            family.dataPoint(
                CounterSnapshot.CounterDataPointSnapshot.builder()
                    .labels(common.merge(sample.labels()))
                    .value(sample.value())
                    .build()));
    if (!samples.isEmpty()) {
      all.metricSnapshot(family.build());
    }
  }

  /**
   * Latencies.
   *
   * @param micros histograms in microseconds
   */
  public void latencies(String name, String help, Map<Labels, Histogram> micros) {
    HistogramSnapshot.Builder family = HistogramSnapshot.builder().name(name).help(help);
    micros.forEach((labels, histogram) -> family.dataPoint(point(common.merge(labels), histogram)));
    if (!micros.isEmpty()) {
      all.metricSnapshot(family.build());
    }
  }

  private static HistogramSnapshot.HistogramDataPointSnapshot point(
      Labels labels, Histogram micros) {
    List<Number> counts =
        Arrays.stream(LatencyBuckets.counts(micros)).<Number>mapToObj(Long::valueOf).toList();
    return HistogramSnapshot.HistogramDataPointSnapshot.builder()
        .labels(labels)
        .classicHistogramBuckets(ClassicHistogramBuckets.of(LatencyBuckets.BOUNDS_SECONDS, counts))
        .sum(LatencyBuckets.sumSeconds(micros))
        .build();
  }

  /** All of them. */
  public MetricSnapshots build() {
    return all.build();
  }
}
