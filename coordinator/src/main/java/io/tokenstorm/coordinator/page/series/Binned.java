package io.tokenstorm.coordinator.page.series;

import java.util.ArrayList;
import java.util.List;

/** Collects values by stretches of an axis. */
final class Binned {
  private static final int LIMIT = 1 << 14;

  private final double from;
  private final double width;
  private final List<Thinned> samples = new ArrayList<>();
  private final long[] largest;

  Binned(double from, double to, int bins) {
    this.from = from;
    this.width = to > from ? (to - from) / bins : 1;
    this.largest = new long[bins];
    for (int i = 0; i < bins; i++) {
      samples.add(new Thinned(LIMIT));
    }
  }

  void add(double at, long nanos) {
    int bin = Math.max(0, Math.min(largest.length - 1, (int) ((at - from) / width)));
    samples.get(bin).add(nanos);
    largest[bin] = Math.max(largest[bin], nanos);
  }

  List<Bin> bins(LatencyKind kind) {
    List<Bin> bins = new ArrayList<>();
    for (int i = 0; i < largest.length; i++) {
      long[] sorted = samples.get(i).sorted();
      boolean none = sorted.length == 0;
      bins.add(
          new Bin(
              from + i * width,
              from + (i + 1) * width,
              samples.get(i).count(),
              none ? null : kind.shown(Thinned.percentile(sorted, 50)),
              none ? null : kind.shown((double) largest[i])));
    }
    return bins;
  }
}
