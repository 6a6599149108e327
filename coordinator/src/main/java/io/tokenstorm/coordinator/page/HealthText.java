package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Names and values of a worker's figures about itself, which carry their unit in their name: {@code
 * loop_lag_max_seconds} is shown as "loop lag max, ms".
 */
final class HealthText {
  private static final String SECONDS = "_seconds";
  private static final String SHARE = "_share";

  private HealthText() {}

  static String title(String name) {
    String words = name.replace(SECONDS, "").replace('_', ' ');
    return name.contains(SECONDS) ? words + ", ms" : words;
  }

  static String value(String name, @Nullable Double value) {
    if (value == null) {
      return Numbers.UNDEFINED;
    }
    if (name.contains(SHARE)) {
      return value < 0 ? "unknown" : Numbers.percent(value);
    }
    if (name.contains(SECONDS)) {
      return Numbers.digits(value * 1e3);
    }
    return value == Math.rint(value) ? Numbers.whole((long) (double) value) : Numbers.digits(value);
  }
}
