package io.tokenstorm.coordinator.compare.gate;

import io.tokenstorm.coordinator.compare.model.ComparedFigure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads gates: {@code [PHASE:]FIGURE<+LIMIT%} where less is better, {@code [PHASE:]FIGURE>-LIMIT%}
 * where more is; {@code pp} in the place of {@code %} for a share of requests.
 */
public final class GateParser {
  private static final Pattern LIMIT = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*(%|pp)");

  private GateParser() {}

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none; the message says what is wrong and how to write
   *     it
   */
  public static Gate parse(String text) {
    int at = Math.max(text.indexOf('<'), text.indexOf('>'));
    if (at < 0) {
      throw wrong(text, "it has neither < nor >; write it like ttft.p99<+5%");
    }
    String left = text.substring(0, at).strip();
    int colon = left.lastIndexOf(':');
    String phases = colon < 0 ? "*" : left.substring(0, colon).strip();
    ComparedFigure figure = figure(text, left.substring(colon + 1).strip());
    if (phases.isEmpty()) {
      throw wrong(text, "there is no phase before the colon");
    }
    boolean below = text.charAt(at) == '<';
    if (below != figure.lowerIsBetter()) {
      throw wrong(
          text,
          figure.lowerIsBetter()
              ? "less is better for " + figure.name() + ": write " + figure.name() + "<+5%"
              : "more is better for " + figure.name() + ": write " + figure.name() + ">-5%");
    }
    return new Gate(text, phases, figure, limit(text, figure, text.substring(at + 1).strip()));
  }

  private static ComparedFigure figure(String text, String name) {
    ComparedFigure figure = ComparedFigure.named(name);
    if (figure == null) {
      throw wrong(
          text,
          (name.isEmpty() ? "there is no figure before the sign" : "no figure is named " + name)
              + "; there are "
              + ComparedFigure.ALL.stream()
                  .map(ComparedFigure::name)
                  .collect(Collectors.joining(", ")));
    }
    return figure;
  }

  private static double limit(String text, ComparedFigure figure, String limit) {
    Matcher matcher = LIMIT.matcher(limit);
    if (!matcher.matches()) {
      throw wrong(
          text,
          (limit.isEmpty() ? "there is no limit" : "'" + limit + "' is no limit")
              + "; write it like "
              + (figure.absolute() ? "+0.5pp" : "+5%"));
    }
    boolean points = matcher.group(2).equals("pp");
    if (points != figure.absolute()) {
      throw wrong(
          text,
          figure.absolute()
              ? figure.name() + " is compared in percentage points: write +0.5pp"
              : figure.name() + " is compared as a ratio: write +5%");
    }
    return Double.parseDouble(matcher.group(1)) / 100;
  }

  private static IllegalArgumentException wrong(String text, String what) {
    return new IllegalArgumentException("the gate '" + text + "' cannot be read: " + what);
  }
}
