package io.tokenstorm.coordinator.compare.gate;

import io.tokenstorm.coordinator.compare.model.ComparedFigure;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.GateResult;
import io.tokenstorm.coordinator.compare.model.GateResult.State;
import io.tokenstorm.coordinator.compare.model.PhaseComparison;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/**
 * A limit on the change of one figure, B against A.
 *
 * @param text as it was written
 * @param phases names of phases, {@code *} for any characters
 * @param limit relative change, or part of one where the figure is a share; a change below it keeps
 *     the gate if less is better, above it if more is
 */
public record Gate(String text, String phases, ComparedFigure figure, double limit) {

  /** Whether it holds for a phase. */
  public boolean covers(String phase) {
    String pattern = Pattern.quote(phases).replace("*", "\\E.*\\Q");
    return Pattern.matches(pattern, phase);
  }

  /** How it goes in a phase. */
  public GateResult judge(PhaseComparison phase) {
    Difference difference = phase.of(figure);
    Double change = difference.change();
    Double low = difference.low();
    Double high = difference.high();
    if (change == null) {
      boolean gone = difference.a() != null && difference.b() == null;
      return result(
          phase,
          gone ? State.FAILED : State.UNDECIDED,
          gone ? "A has a value and B has none." : "no value: " + difference.why() + ".");
    }
    if (low == null || high == null) {
      return result(phase, State.UNDECIDED, percent(change) + ", " + difference.why() + ".");
    }
    String seen = percent(change) + ", interval " + percent(low) + " to " + percent(high);
    if (keeps(low) && keeps(high)) {
      return result(phase, State.PASSED, seen + ".");
    }
    boolean shown = figure.lowerIsBetter() ? low > 0 : high < 0;
    if (!keeps(change) && shown) {
      return result(phase, State.FAILED, seen + ": beyond the limit, and more than noise.");
    }
    return result(
        phase, State.UNDECIDED, seen + ": noise allows both; measure longer or more runs.");
  }

  private boolean keeps(double change) {
    return figure.lowerIsBetter() ? change < limit : change > limit;
  }

  private GateResult result(PhaseComparison phase, State state, String what) {
    return new GateResult(text, phase.phase(), state, what);
  }

  private String percent(double change) {
    BigDecimal value = new BigDecimal(change * 100).setScale(2, RoundingMode.HALF_EVEN);
    return (value.signum() > 0 ? "+" : "")
        + value.toPlainString()
        + (figure.absolute() ? " pp" : " %");
  }
}
