package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.PhaseReport.FiredEvent;
import io.tokenstorm.coordinator.report.model.PhaseReport.GroupReport;
import io.tokenstorm.coordinator.report.model.PhaseReport.SlowStarts;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.FaultSide;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the target did: waits, empty answers, uneven replicas, events of the plan. */
final class TargetRules {
  /** From here on the process stood still, and was not only late. */
  private static final double LONG_STANDSTILL_SECONDS = 0.5;

  private static final double SHARE_SEEN = 1.25;

  /** So long the coordinator waits for the answer to an event's call. */
  private static final double EVENT_ANSWERED_SECONDS = 20;

  private TargetRules() {}

  /** A few requests waited far longer for their first token than the median. */
  static List<Finding> slowStarts(PhaseReport report, Phase asked) {
    SlowStarts slow = report.latency().slowStarts();
    if (slow == null) {
      return List.of();
    }
    String phase = report.measured().phase();
    String who =
        Words.number(slow.count())
            + " of "
            + Words.count(report.measured().success(), "request")
            + " waited over 20 × the median TTFT for the first token (more than "
            + Words.seconds(slow.limitSeconds())
            + ")";
    String excuse = excuse(slow, report);
    if (excuse != null) {
      String text = who + ", but " + excuse;
      return List.of(new Finding("stalls", Severity.WARNING, phase, FaultSide.GENERATOR, text));
    }
    if (early(slow, report)) {
      String all = slow.count() == 1 ? "it came" : slow.count() == 2 ? "both" : "all";
      return List.of(
          new Finding(
              "cold_window",
              Severity.WARNING,
              phase,
              FaultSide.TARGET,
              String.format(
                  "%s, %s in the first %s of the window: the window was not warm. Lengthen the"
                      + " warmup, or run the phase again and compare.",
                  who, all, Words.seconds(slow.lastTokenOffsetSeconds()))));
    }
    return List.of(
        new Finding(
            "stalls",
            Severity.WARNING,
            phase,
            FaultSide.TARGET,
            String.format(
                "%s, sent between %s and %s of the window: the target stalled after it was warm."
                    + " Its p99 and max TTFT come from these; look at its log at these times.",
                who,
                Words.seconds(slow.firstSentOffsetSeconds()),
                Words.seconds(slow.lastSentOffsetSeconds()))));
  }

  /** Why they may be the client's own doing; null if nothing says so. */
  private static @Nullable String excuse(SlowStarts slow, PhaseReport report) {
    if (mayBeOurs(slow, report)) {
      return "the client itself was late by up to "
          + Words.seconds(Standstill.longestSeconds(report))
          + " in this window, which alone makes an answer look so late: they say nothing of the"
          + " target. Free the client's cores, or let it run, and measure again.";
    }
    List<String> silent = Standstill.silent(report);
    return silent.isEmpty() ? null : Standstill.ofSilent(silent);
  }

  /**
   * Whether the client's longest standstill would turn the slowest of them into an ordinary one.
   * The figures see a standstill a little short, as they begin to wait within it; and the target,
   * if it shares the machine, may have stood still as well and have to catch up.
   */
  private static boolean mayBeOurs(SlowStarts slow, PhaseReport report) {
    Number longest = report.measured().ttft().max();
    double still = Standstill.longestSeconds(report);
    double explained = still < LONG_STANDSTILL_SECONDS ? still : SHARE_SEEN * still;
    return longest != null && still > 0 && longest.doubleValue() - explained <= slow.limitSeconds();
  }

  /** In the first quarter of the window, and before any event of the plan could be the cause. */
  private static boolean early(SlowStarts slow, PhaseReport report) {
    double firstEvent =
        report.load().events().stream()
            .mapToDouble(FiredEvent::firedOffsetSeconds)
            .min()
            .orElse(Double.MAX_VALUE);
    return slow.lastSentOffsetSeconds() <= report.load().window().seconds() / 4
        && slow.lastSentOffsetSeconds() < firstEvent;
  }

  /** Complete answers without a single token. */
  static List<Finding> zeroTokens(PhaseReport report, Phase asked) {
    long zero = report.delivered().zeroTokenAnswers();
    if (zero == 0) {
      return List.of();
    }
    return List.of(
        new Finding(
            "zero_token_answers",
            Severity.WARNING,
            report.measured().phase(),
            FaultSide.TARGET,
            Words.number(zero)
                + " of "
                + Words.count(report.measured().success(), "answer")
                + " had no token: they count as successes, but have no TTFT, TPOT or E2E. Look at"
                + " the finish reasons and at the target's log."));
  }

  /** One replica answered far more than its even share. */
  static List<Finding> imbalance(PhaseReport report, Phase asked) {
    Map<String, GroupReport> known = new TreeMap<>(report.split().byReplica());
    known.remove("unknown");
    long total = known.values().stream().mapToLong(GroupReport::success).sum();
    if (known.size() < 2 || total == 0) {
      return List.of();
    }
    Map.Entry<String, GroupReport> busiest =
        known.entrySet().stream()
            .max(Map.Entry.comparingByValue((a, b) -> Long.compare(a.success(), b.success())))
            .orElseThrow();
    double even = (double) total / known.size();
    double most = busiest.getValue().success();
    // a quarter over the even share, and not by chance: four standard deviations of a fair draw
    if (most <= 1.25 * even || most - even <= 4 * Math.sqrt(even)) {
      return List.of();
    }
    return List.of(
        new Finding(
            "replica_imbalance",
            Severity.INFO,
            report.measured().phase(),
            FaultSide.TARGET,
            String.format(
                "%s answered %s of %s (%s), one of %d replicas: %s. If this is not what the route"
                    + " is for, look at the gateway's balancing.",
                busiest.getKey(),
                Words.number(busiest.getValue().success()),
                Words.count(total, "request"),
                Words.percent(most / total),
                known.size(),
                known.entrySet().stream()
                    .map(e -> e.getKey() + " " + replica(e.getValue()))
                    .collect(Collectors.joining(", ")))));
  }

  private static String replica(GroupReport group) {
    Double median = group.ttft().p50();
    return Words.number(group.success())
        + (median == null ? "" : " (TTFT p50 " + Words.seconds(median) + ")");
  }

  /** An event of the plan did not happen. */
  static List<Finding> eventsFailed(PhaseReport report, Phase asked) {
    return report.load().events().stream()
        .filter(e -> !e.error().isEmpty() || e.httpStatus() < 200 || e.httpStatus() > 299)
        .map(e -> eventFailed(report, e))
        .toList();
  }

  private static Finding eventFailed(PhaseReport report, FiredEvent event) {
    String failure = event.error().isEmpty() ? "HTTP " + event.httpStatus() : event.error();
    double fired = event.firedOffsetSeconds();
    double still = Standstill.ofCoordinator(report, fired, fired + EVENT_ANSWERED_SECONDS, failure);
    boolean refused = event.httpStatus() >= 400 && event.httpStatus() < 500;
    return new Finding(
        "plan_event_failed",
        Severity.PROBLEM,
        report.measured().phase(),
        still > 0 ? FaultSide.GENERATOR : refused ? FaultSide.PLAN : FaultSide.TARGET,
        String.format(
            "The event %s, %s into the window, failed (%s): the phase does not show what it was"
                + " meant to. %s run the phase again.",
            event.label(),
            Words.seconds(fired),
            failure,
            still > 0
                ? Standstill.ofCoordinator(still) + " Let its process run, and"
                : "Check its URL, then"));
  }
}
