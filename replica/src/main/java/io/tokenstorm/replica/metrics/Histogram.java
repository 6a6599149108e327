package io.tokenstorm.replica.metrics;

/** A Prometheus histogram of seconds with fixed upper bounds. Not thread-safe. */
final class Histogram {
  private final double[] bounds;
  private final long[] counts;
  private double sum;
  private long total;

  Histogram(double... bounds) {
    this.bounds = bounds.clone();
    this.counts = new long[bounds.length];
  }

  void add(double seconds) {
    sum += seconds;
    total++;
    for (int i = 0; i < bounds.length; i++) {
      if (seconds <= bounds[i]) {
        counts[i]++;
        return;
      }
    }
  }

  void print(StringBuilder out, String name, String labels) {
    out.append("# TYPE ").append(name).append(" histogram\n");
    long below = 0;
    for (int i = 0; i < bounds.length; i++) {
      below += counts[i];
      bucket(out, name, labels).append(bounds[i]).append("\"} ").append(below).append('\n');
    }
    bucket(out, name, labels).append("+Inf\"} ").append(total).append('\n');
    out.append(name).append("_sum{").append(labels).append("} ").append(sum).append('\n');
    out.append(name).append("_count{").append(labels).append("} ").append(total).append('\n');
  }

  private static StringBuilder bucket(StringBuilder out, String name, String labels) {
    return out.append(name).append("_bucket{").append(labels).append(",le=\"");
  }
}
