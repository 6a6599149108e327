package io.tokenstorm.coordinator.scrape;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One sample: {@code name{label="value",…} value [milliseconds]}.
 *
 * @param name of the metric, {@code _total} and the like included
 * @param value may be infinite or not a number
 */
record MetricsLine(String name, double value) {
  private static final Set<String> TYPES =
      Set.of("counter", "gauge", "histogram", "summary", "untyped");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");
  private static final Pattern MILLIS = Pattern.compile("-?[0-9]{1,18}");

  /**
   * Parses a line.
   *
   * @param number of the line, for a message
   * @return {@code null} for a comment or an empty line
   * @throws MetricsTextException if it is neither that nor a sample
   */
  static @Nullable MetricsLine parse(String line, int number) {
    if (line.isBlank()) {
      return null;
    }
    if (line.charAt(0) == '#') {
      comment(line, number);
      return null;
    }
    return new Cursor(line, number).sample();
  }

  private static void comment(String line, int number) {
    String[] words = line.split("[ \t]+");
    if (words.length > 1 && words[1].equals("TYPE")) {
      boolean right = words.length == 4 && TYPES.contains(words[3]);
      if (!right || !isName(words[2])) {
        throw MetricsTextException.at(number, "a TYPE that is none");
      }
    }
  }

  private static boolean isName(String text) {
    return !text.isEmpty() && new Cursor(text, 0).nameEnd(true) == text.length();
  }

  /** Where the reading of one line stands. */
  private static final class Cursor {
    private final String line;
    private final int number;
    private int at;

    Cursor(String line, int number) {
      this.line = line;
      this.number = number;
    }

    MetricsLine sample() {
      String name = name(true);
      spaces();
      if (at < line.length() && line.charAt(at) == '{') {
        at++;
        labels();
      }
      String[] rest = line.substring(at).strip().split("[ \t]+");
      boolean timed = rest.length == 2;
      if (rest.length > 2 || (timed && !MILLIS.matcher(rest[1]).matches())) {
        throw fault("more than a value and a time");
      }
      return new MetricsLine(name, value(rest[0]));
    }

    private void labels() {
      spaces();
      while (peek() != '}') {
        name(false);
        spaces();
        expect('=');
        spaces();
        expect('"');
        quoted();
        spaces();
        if (peek() != '}') {
          expect(',');
          spaces();
        }
      }
      at++;
    }

    private void quoted() {
      while (peek() != '"') {
        if (line.charAt(at) == '\\') {
          at++;
          if ("\\\"n".indexOf(peek()) < 0) {
            throw fault("an escape that is none");
          }
        }
        at++;
      }
      at++;
    }

    private String name(boolean colons) {
      int end = nameEnd(colons);
      if (end == at) {
        throw fault("no name at character " + (at + 1));
      }
      String name = line.substring(at, end);
      at = end;
      return name;
    }

    int nameEnd(boolean colons) {
      int end = at;
      while (end < line.length() && isNamePart(line.charAt(end), end > at, colons)) {
        end++;
      }
      return end;
    }

    private static boolean isNamePart(char c, boolean later, boolean colons) {
      return (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || c == '_'
          || (c == ':' && colons)
          || (later && c >= '0' && c <= '9');
    }

    private double value(String text) {
      return switch (text) {
        case "NaN" -> Double.NaN;
        case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
        case "-Inf" -> Double.NEGATIVE_INFINITY;
        default -> decimal(text);
      };
    }

    private double decimal(String text) {
      if (!DECIMAL.matcher(text).matches()) {
        throw fault("no number where the value should be");
      }
      return Double.parseDouble(text);
    }

    private void spaces() {
      while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
        at++;
      }
    }

    private char peek() {
      if (at >= line.length()) {
        throw fault("it ends within its labels");
      }
      return line.charAt(at);
    }

    private void expect(char wanted) {
      if (peek() != wanted) {
        throw fault("no " + wanted + " at character " + (at + 1));
      }
      at++;
    }

    private MetricsTextException fault(String what) {
      return MetricsTextException.at(number, what);
    }
  }
}
