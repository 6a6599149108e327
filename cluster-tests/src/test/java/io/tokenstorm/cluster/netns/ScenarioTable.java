package io.tokenstorm.cluster.netns;

import io.tokenstorm.cluster.netns.scenario.Scenario;
import io.tokenstorm.cluster.netns.scenario.Shown;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** What each scenario showed, as a table in Markdown. */
final class ScenarioTable {
  private static final String HEAD =
      """
      | scenario | fault | asserted | s to the verdict | verdict | s in all |
      |---|---|---|---|---|---|
      """;

  private static final int LONGEST = 200;

  private final List<Scenario> scenarios;
  private final Map<String, String> rows = new ConcurrentHashMap<>();

  ScenarioTable(List<Scenario> scenarios) {
    this.scenarios = scenarios;
  }

  /** A scenario held. */
  void held(Scenario scenario, Shown shown, double seconds) {
    String toVerdict =
        Double.isNaN(shown.secondsToVerdict()) ? "" : tenths(shown.secondsToVerdict());
    row(scenario, shown.asserted(), toVerdict, shown.verdict(), seconds);
  }

  /** A scenario did not hold. */
  void failed(Scenario scenario, Throwable why, double seconds) {
    String first = String.valueOf(why.getMessage()).strip().lines().findFirst().orElse("");
    String message = first.substring(0, Math.min(first.length(), LONGEST)).replace('|', '/');
    row(scenario, "FAILED: " + message, "", "", seconds);
  }

  private void row(
      Scenario scenario, String asserted, String toVerdict, String verdict, double seconds) {
    rows.put(
        scenario.name(),
        "| %s | %s | %s | %s | %s | %s |%n"
            .formatted(
                scenario.name(), scenario.fault(), asserted, toVerdict, verdict, tenths(seconds)));
  }

  private static String tenths(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }

  /** In the order of the scenarios, whichever ended first. */
  String text() {
    return scenarios.stream()
        .map(scenario -> rows.getOrDefault(scenario.name(), ""))
        .collect(Collectors.joining("", HEAD, ""));
  }
}
