package io.tokenstorm.coordinator.stats;

/** Count and extremes of numbers, from one pass. */
final class Extremes {
  private long count;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  void add(long value) {
    count++;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  long count() {
    return count;
  }

  long min() {
    return min;
  }

  long max() {
    return max;
  }
}
