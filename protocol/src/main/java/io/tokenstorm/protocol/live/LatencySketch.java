package io.tokenstorm.protocol.live;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/**
 * A histogram of latencies at one moment, as compressed bytes: 1 µs to 1 h, three significant
 * digits, in microseconds. Immutable. All sketches share one range, so that they can be merged.
 */
public final class LatencySketch {
  /** The longest latency told apart; longer ones count as this. Microseconds. */
  public static final long HIGHEST_MICROS = 3_600_000_000L;

  /** Significant decimal digits. */
  public static final int DIGITS = 3;

  /** The most bytes one sketch takes on the wire. */
  public static final int MAX_BYTES = 128 * 1024;

  private final byte[] bytes;

  private LatencySketch(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A new, empty histogram of the common range; in microseconds. */
  public static Histogram newHistogram() {
    Histogram histogram = new Histogram(1, HIGHEST_MICROS, DIGITS);
    return histogram;
  }

  /** Counts one latency, given in nanoseconds, clamped to the range. */
  public static void count(Histogram histogram, double nanos) {
    long micros = Math.round(nanos / 1_000);
    histogram.recordValue(Math.max(1, Math.min(HIGHEST_MICROS, micros)));
  }

  /** What a histogram holds now. */
  public static LatencySketch of(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
    return new LatencySketch(Arrays.copyOf(buffer.array(), length));
  }

  /**
   * From the bytes of another sketch.
   *
   * @throws IllegalArgumentException if they are more than {@value #MAX_BYTES}
   */
  public static LatencySketch ofBytes(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException("sketch of " + bytes.length + " bytes");
    }
    return new LatencySketch(bytes.clone());
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /**
   * The histogram, in microseconds.
   *
   * @throws IllegalArgumentException if the bytes are damaged
   */
  public Histogram toHistogram() {
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 1);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("damaged sketch: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LatencySketch sketch && Arrays.equals(bytes, sketch.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "LatencySketch[" + bytes.length + " bytes]";
  }
}
