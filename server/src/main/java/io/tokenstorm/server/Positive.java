package io.tokenstorm.server;

import java.time.Duration;

/** What no duration of a server's terms may be. */
final class Positive {
  private Positive() {}

  static void check(String what, Duration duration) {
    if (duration.isZero() || duration.isNegative()) {
      throw new IllegalArgumentException("the " + what + " must be longer than 0, not " + duration);
    }
  }
}
