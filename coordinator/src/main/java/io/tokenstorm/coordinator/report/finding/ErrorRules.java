package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Finding.Severity;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.PhaseReport.ErrorReport;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.record.FaultSide;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Failed requests: how many, of what kind, whose fault, what to do. */
final class ErrorRules {
  private static final String OWN_LIMIT = "on this worker (GENERATOR)";

  /** A server that sees nothing of its client for so long may have hung up. */
  private static final double HUNG_UP_SECONDS = 1;

  private ErrorRules() {}

  /** One finding for each kind of error. */
  static List<Finding> byKind(PhaseReport report, Phase asked) {
    return report.split().errorsByKind().entrySet().stream()
        .map(e -> finding(report, asked, e.getKey(), e.getValue()))
        .toList();
  }

  private static Finding finding(PhaseReport report, Phase asked, String kind, ErrorReport error) {
    long requests = report.measured().requests();
    String excuse = excuse(report, explaining(kind, asked.timeouts()));
    FaultSide fault = excuse != null ? FaultSide.GENERATOR : faultOf(kind, error);
    String statuses =
        error.byStatus().entrySet().stream()
            .map(e -> e.getKey() + " × " + Words.number(e.getValue()))
            .collect(Collectors.joining(", ", " (HTTP ", ")"));
    String text =
        String.format(
            "%s of %s failed as %s%s, %s of the window: %s.%s %s",
            Words.number(error.count()),
            Words.count(requests, "request"),
            kind,
            error.byStatus().isEmpty() ? "" : statuses,
            when(error),
            blame(fault),
            error.example().isEmpty() ? "" : " Seen: “" + error.example() + "”.",
            excuse != null ? excuse : advice(kind, fault, error));
    boolean grave = error.count() * 100 >= requests;
    return new Finding(
        "errors",
        grave ? Severity.PROBLEM : Severity.WARNING,
        report.measured().phase(),
        fault,
        text);
  }

  /**
   * A status that says that the request was wrong, or should have gone elsewhere, is the plan's
   * fault, whoever answers it; a worker that is at a limit of its own machine says so in its words.
   */
  private static FaultSide faultOf(String kind, ErrorReport error) {
    // only of connects: the other texts are the target's own, who could say anything
    if (kind.startsWith("connect_") && error.example().contains(OWN_LIMIT)) {
      return FaultSide.GENERATOR;
    }
    boolean asked =
        kind.equals("http_status")
            && error.byStatus().keySet().stream()
                .mapToInt(Integer::parseInt)
                .allMatch(s -> s >= 300 && s < 500 && s != 408 && s != 429);
    return asked ? FaultSide.PLAN : FaultSide.valueOf(error.fault());
  }

  /**
   * From which standstill of the client on this kind of error may come of it: half of a limit on
   * time, a second where the other side may have hung up meanwhile; seconds, infinite if none.
   */
  private static double explaining(String kind, Timeouts limits) {
    return switch (kind) {
      case "timeout_idle" -> half(limits.idle());
      case "timeout_total" -> half(limits.total());
      case "connect_timeout" -> half(limits.connect());
      case "reset", "closed_before_response", "truncated", "tls" -> HUNG_UP_SECONDS;
      default -> Double.POSITIVE_INFINITY;
    };
  }

  private static double half(Duration limit) {
    return limit.toMillis() / 2_000.0;
  }

  /**
   * Why they may be the client's own doing; null if nothing says so.
   *
   * @param explaining which standstill can make them, seconds
   */
  private static @Nullable String excuse(PhaseReport report, double explaining) {
    double still = Standstill.longestSeconds(report);
    if (still >= explaining) {
      return "A client stood still for up to "
          + Words.seconds(still)
          + " in this window, which alone can make a request fail so: they say nothing of the"
          + " target. Free the client's cores, or let it run, and measure again.";
    }
    List<String> silent = Standstill.silent(report);
    return Double.isInfinite(explaining) || silent.isEmpty()
        ? null
        : "But " + Standstill.ofSilent(silent);
  }

  private static String when(ErrorReport error) {
    String first = Words.seconds(error.firstOffsetSeconds());
    String last = Words.seconds(error.lastOffsetSeconds());
    return first.equals(last) ? "at " + first : "between " + first + " and " + last;
  }

  private static String blame(FaultSide fault) {
    return switch (fault) {
      case TARGET -> "the target's fault";
      case NETWORK -> "the fault of the way to the target";
      case GENERATOR -> "Tokenstorm's own fault";
      case PLAN -> "the plan's fault";
    };
  }

  private static boolean any(ErrorReport error, IntPredicate status) {
    return error.byStatus().keySet().stream().mapToInt(Integer::parseInt).anyMatch(status);
  }

  private static String adviceByStatus(FaultSide fault, ErrorReport error) {
    if (any(error, s -> s < 400)) {
      return "Redirects are not followed: write the url that they lead to into the plan.";
    }
    if (any(error, s -> s == 429 || s == 503)) {
      return "The target, or a proxy before it, takes no more: raise its limits, or lower the"
          + " concurrency. Retry-After is not looked at.";
    }
    return fault == FaultSide.PLAN
        ? "Check url, auth, model and body fields of the plan."
        : "Look at the target's log at these times.";
  }

  private static String advice(String kind, FaultSide fault, ErrorReport error) {
    if (fault == FaultSide.GENERATOR) {
      return "Raise the limit named there on the worker's machine, or add workers on other machines.";
    }
    return switch (kind.toLowerCase(Locale.ROOT)) {
      case "http_status" -> adviceByStatus(fault, error);
      case "timeout_idle", "timeout_total" ->
          "Look for a stall in the target's log, or raise the plan's timeout.";
      case "connect_refused" -> "Was the target up, and is the url right?";
      case "connect_timeout", "dns", "tls" -> "Check the route's url and the way to it.";
      case "reset" -> "Look for a restart of the target or of a proxy at these times.";
      case "closed_before_response" ->
          "Look for a restart of the target or of a proxy at these times; if it closes connections"
              + " between requests, set keep_alive: false for the route.";
      case "not_streaming", "not_sse" ->
          "Check that the url serves a streaming API, or set stream: false.";
      case "in_body_error", "in_stream_error", "aborted", "empty_output" ->
          "Look at the target's log at these times.";
      default -> "Look at the target's log and at any proxy before it.";
    };
  }
}
