package io.tokenstorm.replica.gateway;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the gateway picks a replica; the words stand in the {@code routing-strategy} header. */
public enum RoutingStrategy {
  RANDOM,
  LEAST_REQUEST,
  PREFIX_CACHE,
  ROUND_ROBIN;

  /** Its word in the header. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The strategy of a word. */
  public static Optional<RoutingStrategy> parse(String word) {
    return Arrays.stream(values()).filter(s -> s.word().equalsIgnoreCase(word.trim())).findFirst();
  }
}
