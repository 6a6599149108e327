package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.model.Conservation;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;

/** Requests that are not there, or not as they should be. */
final class LossRules {
  private LossRules() {}

  /** Nothing succeeded. */
  static List<Finding> noSuccess(PhaseReport report, Phase asked) {
    if (report.measured().success() > 0) {
      return List.of();
    }
    return List.of(
        new Finding(
            Findings.NO_SUCCESS,
            Severity.PROBLEM,
            report.measured().phase(),
            null,
            "No measured request succeeded (of "
                + Words.number(report.measured().requests())
                + "): the phase has no figures. The other findings say why."));
  }

  /** Requests whose record never came. */
  static List<Finding> lost(PhaseReport report, Phase asked) {
    return report.proof().conservation().entrySet().stream()
        .filter(e -> isLost(e.getValue().lost()))
        .map(e -> lost(report, e.getKey(), e.getValue().lost()))
        .toList();
  }

  private static boolean isLost(Conservation.Lost lost) {
    Long most = lost.atMost();
    return lost.atLeast() > 0 || most == null || most > 0;
  }

  private static Finding lost(PhaseReport report, String stage, Conservation.Lost lost) {
    Long most = lost.atMost();
    String count =
        most == null
            ? "At least " + Words.number(lost.atLeast())
            : most == lost.atLeast()
                ? Words.number(most)
                : Words.number(lost.atLeast()) + " to " + Words.number(most);
    return new Finding(
        "requests_lost",
        stage.equals("measure") ? Severity.PROBLEM : Severity.INFO,
        report.measured().phase(),
        FaultSide.GENERATOR,
        count
            + " requests of the "
            + stage
            + " stage were issued but their records never came: they are in no latency figure. Look"
            + " for a lost worker.");
  }

  /** Requests that we ended ourselves. */
  static List<Finding> cut(PhaseReport report, Phase asked) {
    long cut = report.load().cut();
    if (cut == 0) {
      return List.of();
    }
    return List.of(
        new Finding(
            "requests_cut",
            Severity.WARNING,
            report.measured().phase(),
            FaultSide.GENERATOR,
            Words.number(cut)
                + " of "
                + Words.count(report.measured().requests(), "request")
                + " were cut by us before they ended (the phase was ended by force, or a worker had"
                + " lost its lease): they are in no latency figure, so that long ones are missing"
                + " there."));
  }

  /** The ledger and the log do not agree. */
  static List<Finding> conservation(PhaseReport report, Phase asked) {
    return report.proof().conservation().entrySet().stream()
        .filter(e -> !e.getValue().holds())
        .map(
            e ->
                new Finding(
                    Findings.CONSERVATION,
                    Severity.PROBLEM,
                    report.measured().phase(),
                    FaultSide.GENERATOR,
                    String.format(
                        "The counts of the %s stage do not add up: issued %s, merged %s, in the log"
                            + " %s, lost at least %s. Do not use this phase.",
                        e.getKey(),
                        e.getValue().issued(),
                        e.getValue().merged(),
                        e.getValue().inLog(),
                        e.getValue().lost().atLeast())))
        .toList();
  }

  /** The phase was armed more than once. */
  static List<Finding> restarts(PhaseReport report, Phase asked) {
    if (report.proof().restarts().isEmpty()) {
      return List.of();
    }
    List<String> reasons =
        report.proof().restarts().stream().map(PhaseReport.Restart::why).distinct().toList();
    return List.of(
        new Finding(
            "restarted",
            Severity.INFO,
            report.measured().phase(),
            FaultSide.GENERATOR,
            "The phase was begun "
                + Words.number(report.proof().restarts().size() + 1L)
                + " times ("
                + String.join("; ", reasons)
                + "): the target saw more warmup than planned. Only the last time counts."));
  }
}
