package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.health.HealthFigure;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;

/**
 * For how long we stood still ourselves in a window: the one place that every finding asks whose
 * evidence is a time that ran out. Of a client by whichever of its figures saw it: event loops that
 * were late, heartbeats that did not come, pauses of the JVM, or the coordinator on the same
 * machine; of the coordinator, which asks the replicas for their metrics and calls the plan's
 * events, by its own note. What is seen at the end of such a time says nothing of the target: an
 * answer that came meanwhile looks late, a limit is exceeded, a server has closed the connection.
 */
final class Standstill {
  private static final List<String> FIGURES =
      List.of(
          HealthFigure.LAG_MAX,
          HealthFigure.CONTROL_LAG,
          HealthFigure.GC_MAX,
          HealthFigure.SAFEPOINT_MAX);

  /** Failures, and beginnings of such, that a standstill of the one who asks does not make. */
  private static final List<String> ANSWERS =
      List.of("HTTP ", "not metrics", "refused", "host name is unknown");

  private Standstill() {}

  /** The longest of all clients, in seconds; 0 if nothing is known. */
  static double longestSeconds(PhaseReport report) {
    DoubleStream own =
        report.proof().clientHealth().values().stream().mapToDouble(Standstill::longestSeconds);
    // the second in which a client stood still may be told too late to be among its figures
    DoubleStream beside =
        report.proof().coordinatorStalls().stream()
            .filter(PhaseReport.Stall::besideWorkers)
            .mapToDouble(PhaseReport.Stall::seconds);
    return DoubleStream.concat(own, beside).max().orElse(0);
  }

  /**
   * The longest of the coordinator that can have made a call of its own fail; 0 if none can.
   *
   * @param fromSeconds when it called, after the window's opening
   * @param toSeconds when it had to have an answer
   * @param failure what it then saw
   */
  static double ofCoordinator(
      PhaseReport report, double fromSeconds, double toSeconds, String failure) {
    return canBreak(failure)
        ? report.proof().coordinatorStalls().stream()
            .filter(s -> s.touches(fromSeconds, toSeconds))
            .mapToDouble(PhaseReport.Stall::seconds)
            .max()
            .orElse(0)
        : 0;
  }

  /** The longest of the coordinator in the phase, in seconds; 0 if there is none. */
  static double longestOfCoordinator(PhaseReport report) {
    return ofCoordinator(report, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, "");
  }

  /**
   * How many calls to one replica the coordinator's standstills can have made fail: it makes one at
   * a time.
   */
  static int callsBroken(PhaseReport report, String failure) {
    return canBreak(failure) ? report.proof().coordinatorStalls().size() : 0;
  }

  /** Whether a time that ran out can be behind it: not where somebody, or nobody, was heard. */
  private static boolean canBreak(String failure) {
    return ANSWERS.stream().noneMatch(failure::contains);
  }

  /** Why a call of the coordinator's own blames nobody else; a whole sentence. */
  static String ofCoordinator(double seconds) {
    return "The coordinator, which makes this call, stood still for "
        + Words.seconds(seconds)
        + " meanwhile: this says nothing of the target.";
  }

  /**
   * Clients that told nothing of themselves in a window of which others did: they were lost in it,
   * and how they fared before is not known. Empty if that is known of all, or the window was too
   * short for any.
   */
  static List<String> silent(PhaseReport report) {
    Map<String, Map<String, Double>> clients = report.proof().clientHealth();
    List<String> silent =
        clients.entrySet().stream()
            .filter(client -> isSilent(client.getValue()))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return silent.size() < clients.size() ? silent : List.of();
  }

  /** Why their windows blame nobody else: the end of a sentence, and advice. */
  static String ofSilent(List<String> silent) {
    return (silent.size() == 1 ? "worker " : "workers ")
        + String.join(", ", silent)
        + " did not say how the client fared in this window: this may be the client's own, and says"
        + " nothing of the target. See why nothing was said, and measure again.";
  }

  private static boolean isSilent(Map<String, Double> figures) {
    Double samples = figures.get(HealthFigure.SAMPLES);
    return samples != null && samples == 0;
  }

  private static double longestSeconds(Map<String, Double> figures) {
    return FIGURES.stream()
        .map(figures::get)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(0);
  }
}
