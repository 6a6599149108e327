package io.tokenstorm.cli.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;

/**
 * The metrics of a node in OpenTelemetry's words: the same names without {@code _total}, the same
 * labels as attributes, cumulative since the node began. Instants are nanoseconds of wall clock
 * time, which OpenTelemetry wants.
 */
final class OtlpMetrics {
  private static final InstrumentationScopeInfo SCOPE =
      InstrumentationScopeInfo.create("io.tokenstorm");

  private final Resource resource;
  private final long startNanos;
  private final long nowNanos;

  private OtlpMetrics(Resource resource, long startNanos, long nowNanos) {
    this.resource = resource;
    this.startNanos = startNanos;
    this.nowNanos = nowNanos;
  }

  /** Metrics of one moment. */
  static List<MetricData> of(
      MetricSnapshots snapshots, Resource resource, long startNanos, long nowNanos) {
    OtlpMetrics metrics = new OtlpMetrics(resource, startNanos, nowNanos);
    List<MetricData> all = new ArrayList<>();
    for (MetricSnapshot snapshot : snapshots) {
      all.add(metrics.one(snapshot));
    }
    return all;
  }

  private MetricData one(MetricSnapshot snapshot) {
    if (snapshot instanceof CounterSnapshot counter) {
      return told(snapshot, MetricDataType.DOUBLE_SUM, sum(counter));
    }
    if (snapshot instanceof HistogramSnapshot histogram) {
      return told(snapshot, MetricDataType.HISTOGRAM, histogram(histogram));
    }
    if (snapshot instanceof GaugeSnapshot gauge) {
      return told(
          snapshot,
          MetricDataType.DOUBLE_GAUGE,
          GaugeData.createDoubleGaugeData(
              gauge.getDataPoints().stream()
                  .map(p -> point(p.getLabels(), p.getValue()))
                  .toList()));
    }
    if (snapshot instanceof InfoSnapshot info) {
      return told(
          snapshot,
          MetricDataType.DOUBLE_GAUGE,
          GaugeData.createDoubleGaugeData(
              info.getDataPoints().stream().map(p -> point(p.getLabels(), 1)).toList()));
    }
    throw new IllegalArgumentException("no form for " + snapshot.getClass().getName());
  }

  private SumData<DoublePointData> sum(CounterSnapshot counter) {
    return SumData.createDoubleSumData(
        true,
        AggregationTemporality.CUMULATIVE,
        counter.getDataPoints().stream().map(p -> point(p.getLabels(), p.getValue())).toList());
  }

  private HistogramData histogram(HistogramSnapshot histogram) {
    return HistogramData.create(
        AggregationTemporality.CUMULATIVE,
        histogram.getDataPoints().stream().map(this::point).toList());
  }

  private HistogramPointData point(HistogramSnapshot.HistogramDataPointSnapshot point) {
    List<Double> bounds = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (ClassicHistogramBucket bucket : point.getClassicBuckets()) {
      counts.add(bucket.getCount());
      if (!Double.isInfinite(bucket.getUpperBound())) {
        bounds.add(bucket.getUpperBound());
      }
    }
    return HistogramPointData.create(
        startNanos,
        nowNanos,
        attributes(point.getLabels()),
        point.getSum(),
        false,
        0,
        false,
        0,
        bounds,
        counts);
  }

  private DoublePointData point(Labels labels, double value) {
    return DoublePointData.create(startNanos, nowNanos, attributes(labels), value, List.of());
  }

  private static Attributes attributes(Labels labels) {
    AttributesBuilder attributes = Attributes.builder();
    for (Label label : labels) {
      attributes.put(label.getName(), label.getValue());
    }
    return attributes.build();
  }

  private Told told(MetricSnapshot snapshot, MetricDataType type, Data<?> data) {
    String name = snapshot.getMetadata().getName();
    String help = snapshot.getMetadata().getHelp();
    return new Told(resource, name, help == null ? "" : help, unit(name), type, data);
  }

  /** By UCUM, as OpenTelemetry writes units. */
  private static String unit(String name) {
    return name.endsWith("_seconds") ? "s" : "1";
  }

  /** One metric; its unit stands in its name as well. */
  private record Told(
      Resource resource,
      String name,
      String description,
      String unit,
      MetricDataType type,
      Data<?> data)
      implements MetricData {
    @Override
    public Resource getResource() {
      return resource;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
      return SCOPE;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public String getDescription() {
      return description;
    }

    @Override
    public String getUnit() {
      return unit;
    }

    @Override
    public MetricDataType getType() {
      return type;
    }

    @Override
    public Data<?> getData() {
      return data;
    }
  }
}
