package io.tokenstorm.coordinator.sweep.result;

import io.tokenstorm.coordinator.sweep.model.SweepReport.Fit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a time grows with a length: log t = log c + b log L by ordinary least squares, b being the
 * exponent; R² = 1 − residual / total sum of squares. Prefill's projections cost L, its attention
 * L², and what does not depend on L makes the exponent smaller.
 */
final class ExponentFit {
  private static final int FEWEST = 3;

  private ExponentFit() {}

  /** A length and the time it took, both above 0. */
  record Point(double length, double time) {}

  private record Line(double slope, double rSquared) {}

  /**
   * The fit.
   *
   * @param points ascending in length; fewer than three give none
   */
  static Optional<Fit> of(List<Point> points) {
    if (points.size() < FEWEST) {
      return Optional.empty();
    }
    Line all = line(points);
    List<Point> longer = points.subList(points.size() / 2, points.size());
    Double longHalf = longer.size() < FEWEST ? null : Double.valueOf(line(longer).slope());
    return Optional.of(
        new Fit(points.size(), all.slope(), all.rSquared(), longHalf, reading(all, longHalf)));
  }

  private static Line line(List<Point> points) {
    double n = points.size();
    double meanX = points.stream().mapToDouble(p -> StrictMath.log(p.length())).sum() / n;
    double meanY = points.stream().mapToDouble(p -> StrictMath.log(p.time())).sum() / n;
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (Point point : points) {
      double x = StrictMath.log(point.length()) - meanX;
      double y = StrictMath.log(point.time()) - meanY;
      xx += x * x;
      xy += x * y;
      yy += y * y;
    }
    double rSquared = yy == 0 ? 1 : xy * xy / (xx * yy);
    return new Line(xy / xx, rSquared);
  }

  private static String reading(Line all, @Nullable Double longHalf) {
    double exponent = longHalf == null ? all.slope() : longHalf;
    String over = longHalf == null ? "over all lengths" : "over the longer half of the lengths";
    return String.format(Locale.ROOT, "%s (exponent %.2f %s)", words(exponent), exponent, over);
  }

  private static String words(double exponent) {
    if (exponent < 0.9) {
      return "grows slower than the length";
    }
    if (exponent <= 1.1) {
      return "about linear";
    }
    return exponent < 1.8
        ? "between linear and quadratic"
        : exponent <= 2.2 ? "about quadratic" : "faster than quadratic";
  }
}
