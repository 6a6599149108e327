package io.tokenstorm.coordinator.service;

/**
 * A window on the coordinator's ticker; {@link Long#MAX_VALUE}: not set, no such limit, or not yet.
 *
 * @param opensAtNanos when it opens
 * @param plannedCloseNanos the limit by time
 * @param requests the limit by count over the whole cluster; 0: none
 * @param closedAtNanos when it closed
 */
public record LiveWindow(
    long opensAtNanos, long plannedCloseNanos, long requests, long closedAtNanos) {
  /** Not set. */
  public static final LiveWindow NONE =
      new LiveWindow(Long.MAX_VALUE, Long.MAX_VALUE, 0, Long.MAX_VALUE);

  public boolean isSet() {
    return opensAtNanos != Long.MAX_VALUE;
  }

  /** Whether requests may be sent at this instant. */
  public boolean isOpenAt(long nanos) {
    return isSet() && nanos >= opensAtNanos && nanos < closedAtNanos;
  }
}
