package io.tokenstorm.coordinator.page.series;

import io.tokenstorm.coordinator.page.chart.Axis;
import io.tokenstorm.coordinator.report.history.PhaseFacts;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The second pass: fills the axes that the first one found. */
final class SeriesMeter {
  private static final int SAMPLE = 1 << 18;
  private static final int TIME_BINS = 30;
  private static final int LOAD_BINS = 60;
  private static final int LENGTH_BINS = 10;
  private static final int PLACES = 760;

  private final PhaseFacts facts;
  private final Span span;
  private final Map<LatencyKind, Thinned> samples = new EnumMap<>(LatencyKind.class);
  private final Map<LatencyKind, Binned> bins = new EnumMap<>(LatencyKind.class);
  private final Map<LatencyKind, Cloud> clouds = new EnumMap<>(LatencyKind.class);
  private final Map<LatencyKind, WarmupDots> warmups = new EnumMap<>(LatencyKind.class);
  private final Thinned gaps = new Thinned(SAMPLE);
  private final Cloud lengths;
  private final Binned lengthBins;
  private final LoadMeter load;
  private final BitSet failures = new BitSet();

  SeriesMeter(PhaseFacts facts, Extent extent) {
    this.facts = facts;
    this.span = extent.span();
    Axis time = Axis.linear("seconds after the window opened", span.from(), span.to());
    for (LatencyKind kind : LatencyKind.values()) {
      samples.put(kind, new Thinned(SAMPLE));
      bins.put(kind, new Binned(span.from(), span.to(), TIME_BINS));
      clouds.put(kind, new Cloud(time, axis(kind, extent)));
      warmups.put(kind, new WarmupDots());
    }
    double shortest = extent.input().min();
    double longest = extent.input().max();
    this.lengths =
        new Cloud(Axis.linear("input tokens", shortest, longest), axis(LatencyKind.TTFT, extent));
    this.lengthBins = new Binned(shortest, longest, LENGTH_BINS);
    this.load = new LoadMeter(span, facts.opensAtNanos(), LOAD_BINS);
  }

  private static Axis axis(LatencyKind kind, Extent extent) {
    Extent.Range range = extent.of(kind);
    return Axis.fitting(kind + " " + kind.unit(), range.min(), range.max());
  }

  /** Takes a request of the settled epoch, of warmup too. */
  void add(RequestRecord record) {
    load.add(record);
    boolean measured = record.key().stage() == LoadStage.MEASURE;
    if (record.succeeded()) {
      for (LatencyKind kind : LatencyKind.values()) {
        addLatency(kind, record, measured);
      }
    }
    if (measured && record.succeeded()) {
      addLengthAndGaps(record);
    }
    if (measured && record.outcome() instanceof Outcome.Failed) {
      long end = record.instants().sentNanos() + record.instants().endNanos();
      failures.set(span.bin(seconds(end), PLACES));
    }
  }

  private void addLatency(LatencyKind kind, RequestRecord record, boolean measured) {
    double nanos = kind.metric().nanosOf(record);
    if (Double.isNaN(nanos)) {
      return;
    }
    double sent = seconds(record.instants().sentNanos());
    if (measured) {
      of(samples, kind).add((long) nanos);
      of(bins, kind).add(sent, (long) nanos);
      of(clouds, kind).add(sent, kind.shown(nanos));
    } else {
      of(warmups, kind).add(sent, kind.shown(nanos));
    }
  }

  private void addLengthAndGaps(RequestRecord record) {
    double ttft = LatencyKind.TTFT.metric().nanosOf(record);
    if (!Double.isNaN(ttft)) {
      lengths.add(record.tokens().input(), LatencyKind.TTFT.shown(ttft));
      lengthBins.add(record.tokens().input(), (long) ttft);
    }
    for (int i = 0; i < record.gaps().size(); i++) {
      gaps.add(record.gaps().nanosAt(i));
    }
  }

  private double seconds(long nanos) {
    return (nanos - facts.opensAtNanos()) / 1e9;
  }

  PhaseSeries result(List<TimeMark> marks) {
    List<Curve> curves = new ArrayList<>();
    curves.add(Curve.of("TTFT", of(samples, LatencyKind.TTFT)));
    curves.add(Curve.of("TPOT", of(samples, LatencyKind.TPOT)));
    curves.add(Curve.of("ITL", gaps));
    curves.add(Curve.of("E2E", of(samples, LatencyKind.E2E)));
    List<OverTime> overTime = new ArrayList<>();
    for (LatencyKind kind : LatencyKind.values()) {
      WarmupDots warmup = of(warmups, kind);
      overTime.add(
          new OverTime(
              kind, of(clouds, kind), warmup.points(), warmup.every(), of(bins, kind).bins(kind)));
    }
    List<Double> failed =
        failures.stream().mapToObj(i -> span.from() + i * span.width(PLACES)).toList();
    return new PhaseSeries(
        span,
        curves,
        overTime,
        load.result(),
        new PhaseSeries.ByLength(lengths, lengthBins.bins(LatencyKind.TTFT)),
        failed,
        marks);
  }

  private static <T> T of(Map<LatencyKind, T> map, LatencyKind kind) {
    return Objects.requireNonNull(map.get(kind));
  }
}
