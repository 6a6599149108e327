package io.tokenstorm.coordinator.compare.model;

import java.util.Locale;

/** What a difference amounts to. */
public enum Outcome {
  /** The whole interval lies within the margin. */
  SAME,
  /** The whole interval lies on the better side of no change. */
  BETTER,
  /** The whole interval lies on the worse side of no change. */
  WORSE,
  /** The interval holds no change and reaches beyond the margin, or there is none. */
  CANNOT_TELL;

  /** As people read it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
