package io.tokenstorm.cli.client;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads server-sent events line by line, by the WHATWG's rules: fields {@code id}, {@code event},
 * {@code data}, an empty line ends an event, lines that begin with a colon are comments. An event
 * longer than {@link #MAX_CHARS} is refused.
 */
final class SseParser {
  static final int MAX_CHARS = 8 << 20;

  /**
   * One event.
   *
   * @param id the last id seen, if it is a number
   * @param name empty if it has none
   * @param data its lines joined by line feeds
   */
  record Event(OptionalLong id, String name, String data) {}

  private OptionalLong id = OptionalLong.empty();
  private String name = "";
  private final StringBuilder data = new StringBuilder();

  /**
   * Takes the next line, without its end.
   *
   * @return the event that it completes
   * @throws IllegalArgumentException if the event is too long
   */
  Optional<Event> line(String line) {
    if (line.isEmpty()) {
      return complete();
    }
    int colon = line.indexOf(':');
    String field = colon < 0 ? line : line.substring(0, colon);
    String value = colon < 0 ? "" : line.substring(colon + 1);
    take(field, value.startsWith(" ") ? value.substring(1) : value);
    return Optional.empty();
  }

  private void take(String field, String value) {
    switch (field) {
      case "id" -> id = numberOf(value);
      case "event" -> name = value;
      case "data" -> {
        if (data.length() + value.length() > MAX_CHARS) {
          throw new IllegalArgumentException("an event of more than " + MAX_CHARS + " characters");
        }
        data.append(value).append('\n');
      }
      default -> {
        // a comment, "retry", or a field of a later version
      }
    }
  }

  private Optional<Event> complete() {
    Optional<Event> event = Optional.empty();
    if (!data.isEmpty()) {
      event = Optional.of(new Event(id, name, data.substring(0, data.length() - 1)));
    }
    data.setLength(0);
    name = "";
    return event;
  }

  private static OptionalLong numberOf(String value) {
    return value.matches("\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(value))
        : OptionalLong.empty();
  }
}
