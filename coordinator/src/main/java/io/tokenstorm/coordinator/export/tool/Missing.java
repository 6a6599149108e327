package io.tokenstorm.coordinator.export.tool;

/**
 * Successful requests of which a figure is not known, though the tool would have it.
 *
 * @param of all successful requests
 * @param why it is not known
 */
public record Missing(long requests, long of, String why) {
  /** It is known of each. */
  public static final Missing NONE = new Missing(0, 0, "");

  /** Whether there is one. */
  public boolean any() {
    return requests > 0;
  }

  /** Whether it is known of no request at all. */
  public boolean all() {
    return requests > 0 && requests == of;
  }
}
