package io.tokenstorm.coordinator.export;

import io.tokenstorm.coordinator.export.tool.Reasons;
import java.io.IOException;
import java.util.Optional;

/**
 * Sums over a time in seconds.
 *
 * @param seconds empty if nothing was measured
 */
record ToolRates(ToolJson json, Optional<Double> seconds) {

  /** The time itself. */
  void duration() throws IOException {
    if (seconds.isEmpty()) {
      json.unknown("duration", Reasons.NOTHING);
    } else {
      json.number("duration", seconds.get());
    }
  }

  void per(String key, long sum) throws IOException {
    per(key, (double) sum);
  }

  void per(String key, double sum) throws IOException {
    if (seconds.isEmpty() || seconds.get() == 0) {
      json.unknown(key, Reasons.NOTHING);
    } else {
      json.number(key, sum / seconds.get());
    }
  }

  /** The same if the sum is known; else for want of tokens. */
  void perIf(boolean counted, String key, long sum) throws IOException {
    if (counted) {
      per(key, sum);
    } else {
      json.unknown(key, Reasons.NO_USAGE);
    }
  }
}
