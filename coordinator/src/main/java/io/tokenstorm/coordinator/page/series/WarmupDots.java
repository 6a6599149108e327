package io.tokenstorm.coordinator.page.series;

import java.util.ArrayList;
import java.util.List;

/**
 * Some requests of the warmup: all while they are few, then every second, every fourth and so on.
 */
final class WarmupDots {
  private static final int LIMIT = 128;

  private final List<double[]> points = new ArrayList<>();
  private long count;
  private long every = 1;

  void add(double seconds, double value) {
    if (count++ % every != 0) {
      return;
    }
    points.add(new double[] {seconds, value});
    if (points.size() > LIMIT) {
      for (int i = points.size() - 1; i > 0; i--) {
        if (i % 2 == 1) {
          points.remove(i);
        }
      }
      every *= 2;
    }
  }

  List<double[]> points() {
    return List.copyOf(points);
  }

  long every() {
    return every;
  }
}
