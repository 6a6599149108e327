package io.tokenstorm.worker.slot;

import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.record.ErrorKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time limits of one request. A limit counts as passed only at the second look, so that bytes
 * that came while this worker itself was late are read first.
 */
final class RequestLimits {
  /** How long the body of a refusal may take after it was seen to be one. */
  static final long REFUSAL_NANOS = 2_000_000_000L;

  private final Timeouts timeouts;
  private long sentNanos;
  private long activityNanos;
  private long endNanos;
  private boolean refused;
  private boolean lookedOnce;

  RequestLimits(Timeouts timeouts) {
    this.timeouts = timeouts;
  }

  void start(long sent) {
    sentNanos = sent;
    activityNanos = sent;
    endNanos = sent + totalNanos();
    refused = false;
    lookedOnce = false;
  }

  /** Something was written or read. */
  void activity(long nanos) {
    activityNanos = nanos;
  }

  /**
   * The answer was seen to be a refusal: what is left of it is its words.
   *
   * @return whether that is new
   */
  boolean refused(long nanos) {
    if (refused) {
      return false;
    }
    refused = true;
    endNanos = Math.min(endNanos, nanos + REFUSAL_NANOS);
    return true;
  }

  /** When the next limit would pass. */
  long next(boolean connecting) {
    long first = connecting ? sentNanos + connectNanos() : activityNanos + idleNanos();
    return Math.min(first, endNanos);
  }

  /** The limit that has passed, or null; null too where a second look is needed. */
  @Nullable ErrorKind passed(long now, boolean connecting) {
    ErrorKind kind = null;
    if (now >= endNanos) {
      kind = ErrorKind.TIMEOUT_TOTAL;
    } else if (connecting && now - sentNanos >= connectNanos()) {
      kind = ErrorKind.CONNECT_TIMEOUT;
    } else if (!connecting && now - activityNanos >= idleNanos()) {
      kind = ErrorKind.TIMEOUT_IDLE;
    }
    if (kind != null && !lookedOnce) {
      lookedOnce = true;
      return null;
    }
    lookedOnce = kind != null;
    return kind;
  }

  String text(ErrorKind kind) {
    return switch (kind) {
      case CONNECT_TIMEOUT -> "no connection within " + text(timeouts.connect());
      case TIMEOUT_IDLE -> "no byte for " + text(timeouts.idle());
      default -> "not done within " + text(timeouts.total());
    };
  }

  private static String text(Duration limit) {
    long millis = limit.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  long connectNanos() {
    return timeouts.connect().toNanos();
  }

  private long idleNanos() {
    return timeouts.idle().toNanos();
  }

  private long totalNanos() {
    return timeouts.total().toNanos();
  }
}
