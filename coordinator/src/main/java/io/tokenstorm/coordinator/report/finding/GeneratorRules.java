package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.model.ClockReport;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;

/** Whether the generator itself bent the figures. */
final class GeneratorRules {
  /** A client that takes more of its slots' time than this was the limit. */
  private static final double LIMITING_SHARE = 0.10;

  /** On fewer requests one late wake-up of the machine decides; then it is a warning only. */
  private static final long ENOUGH_REQUESTS = 20;

  private static final double CLOCK_BOUND_SECONDS = 0.010;
  private static final double SKEW_SECONDS = 0.100;

  private GeneratorRules() {}

  /** The client took long between an answer and the next request. */
  static List<Finding> clientDelay(PhaseReport report, Phase asked) {
    Double share = report.load().turnaroundShare();
    Double delay = report.latency().turnaround().p99();
    Double ttft = report.measured().ttft().p50();
    if (share == null || delay == null) {
      return List.of();
    }
    String seen =
        String.format(
            "The client itself took up to %s (p99) between an answer and the next request",
            Words.seconds(delay));
    boolean enough = report.latency().turnaround().count() >= ENOUGH_REQUESTS;
    if (share > LIMITING_SHARE && enough) {
      return List.of(
          new Finding(
              Findings.GENERATOR_LIMIT,
              Severity.PROBLEM,
              report.measured().phase(),
              FaultSide.GENERATOR,
              seen
                  + ", and "
                  + Words.percent(share)
                  + " of its slots' time: the generator was the limit, the target saw less load than"
                  + " asked for. Add workers or cores."));
    }
    if (ttft == null || delay <= 0.1 * ttft) {
      return List.of();
    }
    return List.of(
        new Finding(
            "client_delay",
            Severity.WARNING,
            report.measured().phase(),
            FaultSide.GENERATOR,
            seen
                + ", "
                + Words.percent(delay / ttft)
                + " of the median TTFT. TTFT, TPOT and E2E do not contain it, response_latency does;"
                + " add workers or cores if the load must be denser."));
  }

  /** Fewer requests were in flight than asked for. */
  static List<Finding> lowConcurrency(PhaseReport report, Phase asked) {
    Double mean = report.load().window().meanConcurrency();
    int wanted = report.load().window().askedConcurrency();
    if (mean == null || mean >= 0.95 * wanted) {
      return List.of();
    }
    boolean counted = asked.measure().requests() > 0;
    boolean failures = report.measured().errors() > 0;
    String why =
        counted && failures
            ? "slots rest after failures in a row, and stand still once they have sent their share"
                + " of the requests"
            : counted
                ? "slots that had sent their share of the requests stood still"
                : failures
                    ? "slots rest after failures in a row, and the client's own delay leaves gaps, too"
                    : "the client's own delay (see turnaround) or lost workers leave gaps";
    return List.of(
        new Finding(
            "low_concurrency",
            counted ? Severity.INFO : Severity.WARNING,
            report.measured().phase(),
            counted ? FaultSide.PLAN : FaultSide.GENERATOR,
            String.format(
                "On average %s of %d requests were in flight in the window (%s): %s. Read the"
                    + " figures as those of the lower load.",
                Words.digits(mean), wanted, Words.percent(mean / wanted), why)));
  }

  /** The windows of the workers did not agree well. */
  static List<Finding> clocks(PhaseReport report, Phase asked) {
    ClockReport clock = report.proof().clock();
    Double bound = clock.bound();
    boolean loose = bound != null && bound > CLOCK_BOUND_SECONDS;
    if (!loose && clock.skew() <= SKEW_SECONDS) {
      return List.of();
    }
    return List.of(
        new Finding(
            "clocks",
            Severity.WARNING,
            report.measured().phase(),
            FaultSide.GENERATOR,
            String.format(
                "The workers' clocks were known to ± %s and their windows opened within %s: edges of"
                    + " the window are that uncertain, latencies are not touched. Look at the"
                    + " network between coordinator and workers.",
                bound == null ? "?" : Words.seconds(bound), Words.seconds(clock.skew()))));
  }
}
