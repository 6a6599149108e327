package io.tokenstorm.coordinator.scrape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prometheus' text format, version 0.0.4: every line is checked, the samples of wanted names are
 * kept. A text that breaks the format anywhere is refused whole, since half an answer cannot be
 * told from a whole one otherwise. Bounded in lines and in the length of a line.
 */
final class MetricsText {
  static final int MOST_LINES = 200_000;
  static final int LONGEST_LINE = 65_536;

  private MetricsText() {}

  /**
   * The values of the wanted names, in the order of the text; a name that does not occur is left
   * out.
   *
   * @throws MetricsTextException if the text breaks the format or a bound
   */
  static Map<String, List<Double>> samples(String text, Set<String> wanted) {
    Map<String, List<Double>> found = new HashMap<>();
    int number = 0;
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf('\n', at);
      number++;
      if (end < 0) {
        throw MetricsTextException.at(number, "the text ends within a line");
      }
      if (number > MOST_LINES || end - at > LONGEST_LINE) {
        throw MetricsTextException.at(
            number, "more than " + MOST_LINES + " lines or " + LONGEST_LINE + " characters in one");
      }
      line(text.substring(at, end), number, wanted, found);
      at = end + 1;
    }
    return found;
  }

  private static void line(
      String line, int number, Set<String> wanted, Map<String, List<Double>> found) {
    MetricsLine parsed = MetricsLine.parse(line, number);
    if (parsed != null && wanted.contains(parsed.name())) {
      found.computeIfAbsent(parsed.name(), n -> new ArrayList<>()).add(parsed.value());
    }
  }
}
