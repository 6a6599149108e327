package io.tokenstorm.server.cause;

import io.tokenstorm.server.KnownCause;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A wording that gives a cause away.
 *
 * @param kind the cause
 * @param wording found somewhere in a line; its group {@code limit}, if it has one, is the longest
 *     context that would have worked, in tokens
 * @param hasLimit whether it has that group
 */
record Sign(KnownCause.Kind kind, Pattern wording, boolean hasLimit) {
  private static final String LIMIT = "limit";

  static Sign of(KnownCause.Kind kind, String wording) {
    return new Sign(
        kind,
        Pattern.compile(wording, Pattern.CASE_INSENSITIVE),
        wording.contains("(?<" + LIMIT + ">"));
  }

  /** Present if the line has it, with the limit if that is told. */
  Optional<OptionalLong> seenIn(String line) {
    Matcher matcher = wording.matcher(line);
    if (!matcher.find()) {
      return Optional.empty();
    }
    String limit = hasLimit ? matcher.group(LIMIT) : null;
    return Optional.of(
        limit == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(limit)));
  }
}
