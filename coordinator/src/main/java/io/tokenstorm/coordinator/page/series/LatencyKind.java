package io.tokenstorm.coordinator.page.series;

import io.tokenstorm.protocol.metric.RequestMetric;

/** A latency with the unit it is shown in. */
public enum LatencyKind {
  TTFT(RequestMetric.TTFT, "ms", 1e6),
  TPOT(RequestMetric.TPOT, "ms", 1e6),
  E2E(RequestMetric.E2E, "s", 1e9);

  private final RequestMetric metric;
  private final String unit;
  private final double nanosPerUnit;

  LatencyKind(RequestMetric metric, String unit, double nanosPerUnit) {
    this.metric = metric;
    this.unit = unit;
    this.nanosPerUnit = nanosPerUnit;
  }

  RequestMetric metric() {
    return metric;
  }

  /** The unit of what is shown. */
  public String unit() {
    return unit;
  }

  /** From nanoseconds to that unit. */
  double shown(double nanos) {
    return nanos / nanosPerUnit;
  }
}
