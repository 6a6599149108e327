package io.tokenstorm.coordinator.compare.bootstrap;

/**
 * How much wider an interval must be because it rests on few runs. Drawing m runs with replacement
 * shows only (m − 1) / m of their variance (Davison and Hinkley, Bootstrap Methods, 1997, section
 * 3.8), and a spread estimated from few runs calls for Student's t in the place of the normal
 * distribution. The same holds for few blocks of one run.
 */
public final class FewRuns {
  private static final int NEARLY_NORMAL = 4000;

  private FewRuns() {}

  /**
   * √(m / (m − 1)) × t / z, m the smaller number of runs, t with a + b − 2 degrees of freedom.
   *
   * @param a runs or blocks of one side, at least 2
   * @param b runs or blocks of the other, at least 2
   */
  public static double widening(int a, int b, double confidence) {
    double m = Math.min(a, b);
    return Math.sqrt(m / (m - 1))
        * quantile(confidence, a + b - 2)
        / quantile(confidence, NEARLY_NORMAL);
  }

  /** The t beyond which, on both sides together, 1 − confidence lies. */
  static double quantile(double confidence, int degrees) {
    double low = 0;
    double high = 1000;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (within(middle, degrees) < confidence) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Probability that |T| ≤ t: Abramowitz and Stegun, 26.7.3 and 26.7.4. */
  private static double within(double t, int degrees) {
    double angle = StrictMath.atan(t / StrictMath.sqrt(degrees));
    double cosine = StrictMath.cos(angle);
    boolean odd = degrees % 2 == 1;
    double term = odd ? cosine : 1;
    double sum = degrees == 1 ? 0 : term;
    for (int k = odd ? 3 : 2; k < degrees; k += 2) {
      term *= cosine * cosine * (k - 1) / k;
      sum += term;
    }
    double part = StrictMath.sin(angle) * sum;
    return odd ? 2 / Math.PI * (angle + part) : part;
  }
}
