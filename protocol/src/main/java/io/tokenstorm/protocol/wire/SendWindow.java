package io.tokenstorm.protocol.wire;

/**
 * When slots may send, in the receiver's own ticker. A window that is not set never opens.
 *
 * @param opensAtNanos no send before
 * @param closesAtNanos the limit by time; {@link Long#MAX_VALUE}: none
 * @param requests the limit by count, over the whole cluster, split over slots by {@code
 *     ShardMap.quota}; 0: none. With both limits a slot stops when its share is sent <em>and</em>
 *     the time has passed; with one, when that one is reached; with neither it goes on until the
 *     window is closed by a later directive
 */
public record SendWindow(long opensAtNanos, long closesAtNanos, long requests) {
  /** Never opens. */
  public static final SendWindow NONE = new SendWindow(Long.MAX_VALUE, Long.MAX_VALUE, 0);

  public boolean isSet() {
    return opensAtNanos != Long.MAX_VALUE;
  }
}
