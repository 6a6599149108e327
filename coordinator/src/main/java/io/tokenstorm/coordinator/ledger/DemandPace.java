package io.tokenstorm.coordinator.ledger;

import java.time.Duration;

/**
 * How many batches to demand of one spool at a time: what the link, by the last answer, carries in
 * a second, and at most twice as many as the last time. Nothing that may still be coming is
 * demanded again; what does not come is, more and more rarely. So a slow link never carries
 * anything twice because it is slow, and a fast one is kept busy.
 */
public final class DemandPace {
  /** The most batches at a time, whatever the link. */
  public static final int MOST = 64;

  /** A batch is no longer, but for a single record that is. */
  static final long BATCH_BYTES = 96 << 10;

  private static final double NANOS = 1e9;
  private static final long SILENCE_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long LONG_SILENCE_NANOS = Duration.ofSeconds(4).toNanos();
  private static final long LONGEST_SILENCE_NANOS = Duration.ofSeconds(12).toNanos();

  private int batches = 1;
  private int arrived;
  private long arrivedBytes;
  private double bytesPerNano = Double.NaN;
  private boolean asked;
  private long askedAtNanos;
  private long heardAtNanos;
  private long silenceNanos = SILENCE_NANOS;

  /**
   * A batch came, new or not.
   *
   * @param bytes it took on the wire, about
   */
  public void arrived(long bytes, long nowNanos) {
    arrived++;
    arrivedBytes += bytes;
    heardAtNanos = nowNanos;
    silenceNanos = SILENCE_NANOS;
    bytesPerNano = arrivedBytes / (double) Math.max(1, nowNanos - askedAtNanos);
  }

  /** Whether all came that were demanded. */
  public boolean isServed() {
    return asked && arrived >= batches;
  }

  /** Whether nothing has come for so long that the demand, or its answer, must be lost. */
  public boolean isOverdue(long nowNanos) {
    return !asked || nowNanos - heardAtNanos >= Math.max(silenceNanos, slowness());
  }

  /** Three times as long as a batch takes; 0 if that is not known. */
  private long slowness() {
    return Double.isNaN(bytesPerNano)
        ? 0
        : (long) Math.min((double) LONGEST_SILENCE_NANOS, 3 * BATCH_BYTES / bytesPerNano);
  }

  /**
   * How many to demand now.
   *
   * @param served whether the last demand was: then this one is another, else it is repeated
   * @param most there may be
   */
  public int next(boolean served, int most, long nowNanos) {
    if (asked && served && !Double.isNaN(bytesPerNano)) {
      double inASecond = bytesPerNano * NANOS / BATCH_BYTES;
      batches = (int) Math.max(1, Math.min(Math.min(MOST, 2.0 * batches), inASecond));
    } else if (asked && !served) {
      batches = 1;
      silenceNanos = Math.min(LONG_SILENCE_NANOS, 2 * silenceNanos);
    }
    batches = Math.min(batches, most);
    asked = true;
    arrived = 0;
    arrivedBytes = 0;
    askedAtNanos = nowNanos;
    heardAtNanos = nowNanos;
    return batches;
  }
}
