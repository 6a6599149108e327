package io.tokenstorm.coordinator.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command line as words and back, by the quoting of a POSIX shell and nothing else of it: no
 * variables, no wildcards, no operators.
 */
public final class CommandWords {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./{}~-]+");
  private static final char NO_QUOTE = 0;

  private final List<String> words = new ArrayList<>();
  private @Nullable StringBuilder word;
  private char quote = NO_QUOTE;

  private CommandWords() {}

  /** The words of a line; empty if a quote is not closed. */
  public static Optional<List<String>> split(String line) {
    CommandWords reading = new CommandWords();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && reading.quote != '\'' && i + 1 < line.length()) {
        i++;
        reading.letter(line.charAt(i));
      } else {
        reading.take(c);
      }
    }
    reading.end();
    return reading.quote == NO_QUOTE ? Optional.of(List.copyOf(reading.words)) : Optional.empty();
  }

  private void take(char c) {
    if (quote != NO_QUOTE && c == quote) {
      quote = NO_QUOTE;
    } else if (quote != NO_QUOTE) {
      letter(c);
    } else if (c == '\'' || c == '"') {
      quote = c;
      begun();
    } else if (Character.isWhitespace(c)) {
      end();
    } else {
      letter(c);
    }
  }

  private void letter(char c) {
    begun().append(c);
  }

  private StringBuilder begun() {
    StringBuilder current = word == null ? new StringBuilder() : word;
    word = current;
    return current;
  }

  private void end() {
    if (word != null) {
      words.add(word.toString());
      word = null;
    }
  }

  /** Words as one line that a shell would split into the same ones. */
  public static String join(List<String> words) {
    return words.stream().map(CommandWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
