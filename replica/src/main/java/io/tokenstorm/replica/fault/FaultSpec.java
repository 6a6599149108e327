package io.tokenstorm.replica.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A fault for the next requests.
 *
 * @param kind what goes wrong
 * @param count for how many requests; 0 for all until cleared
 * @param afterTokens after how many tokens of the answer
 * @param status the answer's status, for {@link FaultKind#STATUS}
 * @param delayMillis lateness of each token, for {@link FaultKind#SLOW}
 */
public record FaultSpec(FaultKind kind, int count, int afterTokens, int status, int delayMillis) {

  /** Checks the ranges. */
  public FaultSpec {
    if (count < 0 || afterTokens < 0 || delayMillis < 0 || status < 400 || status > 599) {
      throw new IllegalArgumentException(
          "count, after_tokens and delay_ms must not be negative, status must be 400 to 599");
    }
  }

  /** A fault for the next request. */
  public static FaultSpec once(FaultKind kind, int afterTokens) {
    return new FaultSpec(kind, 1, afterTokens, 503, 20);
  }

  /**
   * From the parameters {@code kind}, {@code count}, {@code after_tokens}, {@code status}, {@code
   * delay_ms}.
   *
   * @throws IllegalArgumentException with a sentence for the caller, if one of them is wrong
   */
  public static FaultSpec parse(Map<String, String> parameters) {
    return new FaultSpec(
        kind(parameters.getOrDefault("kind", "")),
        number(parameters, "count", 1),
        number(parameters, "after_tokens", 0),
        number(parameters, "status", 503),
        number(parameters, "delay_ms", 20));
  }

  private static FaultKind kind(String word) {
    try {
      return FaultKind.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      String kinds =
          Arrays.stream(FaultKind.values()).map(FaultKind::word).collect(Collectors.joining(", "));
      throw new IllegalArgumentException("kind '" + word + "' is not one of: " + kinds, unknown);
    }
  }

  private static int number(Map<String, String> parameters, String name, int otherwise) {
    String text = parameters.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          name + " '" + text + "' is not a whole number", notANumber);
    }
  }
}
