package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.health.ErrorBounds;
import io.tokenstorm.coordinator.health.HealthFigure;
import io.tokenstorm.coordinator.report.history.RunHistory;
import io.tokenstorm.coordinator.report.model.CalibrationReport;
import io.tokenstorm.coordinator.report.model.ClientReport;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the instrument says of its own health. */
final class HealthRules {
  private HealthRules() {}

  /** The client bent what it measured, or may have. */
  static List<Finding> client(PhaseReport report, Phase asked) {
    ClientReport client = report.proof().client();
    boolean limiting = client.verdict() == ClientVerdict.LIMITING;
    if (!limiting && client.verdict() != ClientVerdict.MARGINAL) {
      return List.of();
    }
    String worst = client.worstWorker();
    String text =
        (limiting ? "The client was the limit" : "The client was near its limit")
            + (worst == null ? "" : " (worst: worker " + worst + ")")
            + ": "
            + String.join("; ", client.reasons())
            + "."
            + bounds(client.errorBounds())
            + others(report.proof().clientHealth(), worst)
            + (limiting
                ? " Free its cores, or spread the slots over more workers, and measure again."
                : " The figures hold within these bounds; for closer ones give the worker cores of"
                    + " its own, away from replicas, coordinator and other workers.");
    return List.of(
        new Finding(
            limiting ? "client_limiting" : "client_marginal",
            limiting ? Severity.WARNING : Severity.INFO,
            report.measured().phase(),
            FaultSide.GENERATOR,
            text));
  }

  private static String bounds(@Nullable ErrorBounds bounds) {
    return bounds == null
        ? ""
        : String.format(
            " By estimate that lengthens TTFT and E2E by up to %s (p50) and %s (p99), and makes"
                + " gaps wrong by up to %s (p50) and %s (p99).",
            Words.seconds(bounds.ttftP50()),
            Words.seconds(bounds.ttftP99()),
            Words.seconds(bounds.gapP50()),
            Words.seconds(bounds.gapP99()));
  }

  private static String others(Map<String, Map<String, Double>> health, @Nullable String worst) {
    Map<String, Double> figures = worst == null ? Map.of() : health.getOrDefault(worst, Map.of());
    Double others = figures.get(HealthFigure.OTHER_CORES);
    Double own = figures.get(HealthFigure.PROCESS_CORES);
    Double cores = figures.get(HealthFigure.CORES);
    return others == null || own == null || cores == null
        ? ""
        : String.format(
            " Its process used %s of %s cores, other processes of the machine %s.",
            Words.digits(own), Words.digits(cores), Words.digits(others));
  }

  /** Limits of a host that came near what the slots of a worker need. */
  static List<Finding> hostLimits(RunHistory history, Plan plan) {
    return history.all(RunEvent.HostLimit.class).stream()
        .map(
            near ->
                new Finding(
                    "host_limit",
                    Severity.WARNING,
                    plan.phases().get(near.phase()).name(),
                    FaultSide.GENERATOR,
                    "Worker " + near.worker() + ": " + near.text()))
        .toList();
  }

  /** Phases that ran faster than the calibration of this host had shown to be clean. */
  static List<Finding> beyondCalibration(Findings.Results results) {
    CalibrationReport known = results.calibration();
    Double clean = known == null ? null : known.cleanTokensPerSecond();
    if (known == null || clean == null) {
      return List.of();
    }
    String phases =
        results.phases().stream()
            .filter(p -> rate(p) > clean)
            .map(p -> p.measured().phase() + " (" + Words.digits(rate(p)) + ")")
            .collect(Collectors.joining(", "));
    return phases.isEmpty()
        ? List.of()
        : List.of(
            new Finding(
                "beyond_calibration",
                Severity.INFO,
                null,
                FaultSide.GENERATOR,
                String.format(
                    "Calibrated %s before on %s this host's client was clean up to %s tokens/s on"
                        + " %s; faster were: %s. Look at the client's verdict there, or calibrate"
                        + " again.",
                    age(known.ageSeconds()),
                    known.host(),
                    Words.digits(clean),
                    Words.count(known.loops(), "event loop"),
                    phases)));
  }

  private static double rate(PhaseReport report) {
    Double rate = report.measured().outputTokensPerSecond();
    return rate == null ? 0 : rate;
  }

  private static String age(double seconds) {
    return seconds < 7_200
        ? Words.digits(seconds / 60) + " min"
        : seconds < 172_800
            ? Words.digits(seconds / 3_600) + " h"
            : Words.digits(seconds / 86_400) + " days";
  }
}
