package io.tokenstorm.coordinator.health;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Whether the client was the limit of a measurement; the later, the graver. */
public enum ClientVerdict {
  /** Every figure that is judged lies within its clean limit. */
  CLEAN,
  /** Too little was told of the client to judge. */
  UNKNOWN,
  /** Some figure is beyond its clean limit: the stated bounds are worth a look. */
  MARGINAL,
  /** Some figure is beyond its last limit: what was measured is the client's own as well. */
  LIMITING;

  /** As reports and views write it. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The graver of two. */
  public ClientVerdict or(ClientVerdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
