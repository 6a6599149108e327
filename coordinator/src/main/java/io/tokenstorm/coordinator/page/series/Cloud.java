package io.tokenstorm.coordinator.page.series;

import io.tokenstorm.coordinator.page.chart.Axis;
import io.tokenstorm.coordinator.page.chart.Chart;
import io.tokenstorm.coordinator.page.chart.Heat;
import java.util.ArrayList;
import java.util.List;

/** Requests over two axes: a dot each while they are few, else a map of counts. */
public final class Cloud {
  /** Dots at most. */
  public static final int DOTS = 400;

  private static final int COLUMNS = 54;
  private static final int ROWS = 22;

  private final Axis x;
  private final Axis y;
  private final Heat heat;
  private final List<double[]> points = new ArrayList<>();
  private long count;

  Cloud(Axis x, Axis y) {
    this.x = x;
    this.y = y;
    this.heat = new Heat(x, y, COLUMNS, ROWS);
  }

  void add(double atX, double atY) {
    count++;
    heat.add(atX, atY);
    if (points.size() < DOTS) {
      points.add(new double[] {atX, atY});
    }
  }

  public Axis x() {
    return x;
  }

  public Axis y() {
    return y;
  }

  /** Requests in it. */
  public long count() {
    return count;
  }

  /** Draws it, with its entry in the legend. */
  public void drawOn(Chart chart) {
    if (count <= DOTS) {
      chart.legend("dot", "one request").dots("dot", points);
    } else {
      chart.legend("heat", "requests, darker where more").heat(heat);
    }
  }
}
