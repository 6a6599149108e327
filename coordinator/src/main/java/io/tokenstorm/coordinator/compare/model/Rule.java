package io.tokenstorm.coordinator.compare.model;

/**
 * By what a difference is judged.
 *
 * @param confidence of each interval, such as 0.99
 * @param margin relative change that does not matter, such as 0.03
 * @param resamples of the bootstrap
 * @param seed of the bootstrap
 */
public record Rule(double confidence, double margin, int resamples, long seed) {
  /** Change of the error share that does not matter: half a percentage point. */
  public static final double ABSOLUTE_MARGIN = 0.005;

  /** The margin that holds for a figure. */
  public double marginOf(ComparedFigure figure) {
    return figure.absolute() ? ABSOLUTE_MARGIN : margin;
  }

  /** How often a figure that did not change is called worse all the same, at most. */
  public double falseWorse() {
    return (1 - confidence) / 2;
  }

  /** Judges an interval of the change B against A. */
  public Outcome judge(ComparedFigure figure, double low, double high) {
    double limit = marginOf(figure);
    if (low >= -limit && high <= limit) {
      return Outcome.SAME;
    }
    if (low > 0) {
      return figure.lowerIsBetter() ? Outcome.WORSE : Outcome.BETTER;
    }
    if (high < 0) {
      return figure.lowerIsBetter() ? Outcome.BETTER : Outcome.WORSE;
    }
    return Outcome.CANNOT_TELL;
  }
}
