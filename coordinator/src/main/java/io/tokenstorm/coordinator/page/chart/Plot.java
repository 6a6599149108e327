package io.tokenstorm.coordinator.page.chart;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * The field between two axes, in units of the view box, and paths in it. Many points become one
 * path, which keeps a page small: a dot is a line of no length with a round end.
 *
 * @param x runs to the right
 * @param y runs upwards
 */
record Plot(Axis x, Axis y) {
  static final double WIDTH = 440;
  static final double HEIGHT = 220;
  static final double LEFT = 48;
  static final double RIGHT = 430;
  static final double TOP = 16;
  static final double BOTTOM = 182;

  /** A value on both axes. */
  record Point(double x, double y) {}

  double left(double value) {
    return LEFT + x.at(value) * (RIGHT - LEFT);
  }

  double down(double value) {
    return BOTTOM - y.at(value) * (BOTTOM - TOP);
  }

  /** One stroke through all points; broken where a y is not a number. */
  String line(List<Point> points) {
    StringBuilder path = new StringBuilder();
    boolean pen = false;
    for (Point point : points) {
      if (Double.isNaN(point.y())) {
        pen = false;
      } else {
        path.append(pen ? 'L' : 'M').append(number(left(point.x()))).append(' ');
        path.append(number(down(point.y())));
        pen = true;
      }
    }
    return path.toString();
  }

  /** One dot a point. */
  String dots(List<Point> points) {
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      path.append('M').append(number(left(point.x()))).append(' ');
      path.append(number(down(point.y()))).append("h0");
    }
    return path.toString();
  }

  /** The area from the bottom up to a stair: each value holds until the next point's x. */
  String stairs(List<Point> points, double end) {
    StringBuilder path = new StringBuilder();
    if (points.isEmpty()) {
      return "";
    }
    path.append('M').append(number(left(points.get(0).x()))).append(' ').append(number(BOTTOM));
    for (Point point : points) {
      path.append('H').append(number(left(point.x())));
      path.append('V').append(number(down(point.y())));
    }
    path.append('H').append(number(left(end))).append('V').append(number(BOTTOM)).append('Z');
    return path.toString();
  }

  /** A tenth of a unit, without what need not be written. */
  static String number(double value) {
    BigDecimal rounded = new BigDecimal(value).setScale(1, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
