package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.coordinator.report.model.Lengths;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;

/** Whether prompts and answers had the lengths that were asked for. */
final class LengthRules {
  /** A median that misses by more than this is a finding. */
  private static final double TOLERANCE = 0.03;

  /** What the division of two lengths may be off; 103 of 100 is no more than 3 %. */
  private static final double ROUNDING = 1e-9;

  private LengthRules() {}

  /** The median prompt is longer or shorter than asked. */
  static List<Finding> input(PhaseReport report, Phase asked) {
    Lengths lengths = report.delivered().lengths();
    Lengths.Length input = lengths.input();
    Lengths.Exact exact = lengths.exact();
    if (exact != null) {
      return exactInput(report, input, exact);
    }
    if (!misses(input)) {
      return List.of();
    }
    return List.of(
        new Finding(
            "input_length",
            Severity.WARNING,
            report.measured().phase(),
            FaultSide.PLAN,
            "The median prompt had "
                + miss(input)
                + ": compare this phase only with others of the same delivered length."
                + " A shared prefix or a short prompt may be too small for the chat template."));
  }

  /** Prompts that were to be exact are held to it to the token. */
  private static List<Finding> exactInput(
      PhaseReport report, Lengths.Length input, Lengths.Exact exact) {
    Double miss = input.miss();
    if (miss == null || (miss == 0 && input.shorter() == 0)) {
      return List.of();
    }
    String remark = exact.remark().isEmpty() ? "" : ": " + exact.remark();
    return List.of(
        new Finding(
            "input_length",
            Severity.WARNING,
            report.measured().phase(),
            FaultSide.PLAN,
            "Prompts were to have exactly "
                + Words.number(input.asked())
                + " tokens, by the way '"
                + exact.way()
                + "'"
                + remark
                + ". The median had "
                + Words.digits(input.median() == null ? 0 : input.median())
                + " by the target's count."));
  }

  /** The median answer is longer or shorter than asked. */
  static List<Finding> output(PhaseReport report, Phase asked) {
    Lengths.Length output = report.delivered().lengths().output();
    if (!misses(output)) {
      return List.of();
    }
    String advice =
        ignoresEos(asked)
            ? "ignore_eos is asked for: the target does not honour it, or its context is too short"
                + " (max_model_len)."
            : "Set sampling.ignore_eos: true if the target knows it.";
    return List.of(
        new Finding(
            "output_length",
            Severity.WARNING,
            report.measured().phase(),
            ignoresEos(asked) ? FaultSide.TARGET : FaultSide.PLAN,
            "The median answer had "
                + miss(output)
                + ": E2E and throughput are not those of the length asked for. "
                + advice));
  }

  /** Some answers end early although they were asked not to. */
  static List<Finding> someShort(PhaseReport report, Phase asked) {
    Lengths.Length output = report.delivered().lengths().output();
    if (output.shorter() == 0 || misses(output) || !ignoresEos(asked)) {
      return List.of();
    }
    return List.of(
        new Finding(
            "short_answers",
            Severity.INFO,
            report.measured().phase(),
            FaultSide.TARGET,
            Words.number(output.shorter())
                + " of "
                + Words.count(report.measured().success(), "answer")
                + " had fewer than the "
                + Words.number(output.asked())
                + " tokens asked for, although ignore_eos is set: look at finish_reasons."));
  }

  private static boolean ignoresEos(Phase asked) {
    return Boolean.TRUE.equals(asked.request().sampling().get("ignore_eos"));
  }

  private static boolean misses(Lengths.Length length) {
    Double miss = length.miss();
    return miss != null && Math.abs(miss) > TOLERANCE + ROUNDING;
  }

  private static String miss(Lengths.Length length) {
    double miss = length.miss() == null ? 0 : length.miss();
    double median = length.median() == null ? 0 : length.median();
    return Words.digits(median)
        + (median == 1 ? " token, " : " tokens, ")
        + Words.number(length.asked())
        + " were asked for ("
        + (miss > 0 ? "+" : "−")
        + Words.percent(Math.abs(miss))
        + ")";
  }
}
