package io.tokenstorm.server.cause;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Takes the values of a server's environment out of what is shown of it, for a server may print
 * them. Values of a few characters stay: they are no secrets, and would take everything else along.
 */
public final class Redaction {
  private static final int SHORTEST = 6;
  private static final String HIDDEN = "***";

  private final List<String> values;

  public Redaction(Collection<String> values) {
    this.values =
        values.stream()
            .filter(value -> value.length() >= SHORTEST)
            .sorted(Comparator.comparing(String::length).reversed())
            .toList();
  }

  /** A text without them. */
  public String of(String text) {
    String shown = text;
    for (String value : values) {
      shown = shown.replace(value, HIDDEN);
    }
    return shown;
  }

  /** Lines without them. */
  public List<String> of(List<String> lines) {
    return lines.stream().map(this::of).toList();
  }
}
