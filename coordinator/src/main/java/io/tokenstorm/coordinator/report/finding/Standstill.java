package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.health.HealthFigure;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * For how long a client stood still in a window, by whichever of its figures saw it: event loops
 * that were late, heartbeats that did not come, pauses of the JVM. What is seen at the end of such
 * a time says nothing of the target: an answer that came meanwhile looks late, a limit is exceeded,
 * a server has closed the connection.
 */
final class Standstill {
  private static final List<String> FIGURES =
      List.of(
          HealthFigure.LAG_MAX,
          HealthFigure.CONTROL_LAG,
          HealthFigure.GC_MAX,
          HealthFigure.SAFEPOINT_MAX);

  private Standstill() {}

  /** The longest of all clients, in seconds; 0 if nothing is known. */
  static double longestSeconds(PhaseReport report) {
    return report.proof().clientHealth().values().stream()
        .mapToDouble(Standstill::longestSeconds)
        .max()
        .orElse(0);
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
