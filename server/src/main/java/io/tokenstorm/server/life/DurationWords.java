package io.tokenstorm.server.life;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations in seconds for people: {@code 90 s}, {@code 0.5 s}. */
final class DurationWords {
  private DurationWords() {}

  static String of(Duration duration) {
    return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
  }
}
