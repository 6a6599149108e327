package io.tokenstorm.protocol.record;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The gaps between consecutive output-bearing events of one request, nanoseconds, in order of
 * arrival. Immutable.
 */
public final class Gaps {
  /** No gap: fewer than two output-bearing events. */
  public static final Gaps NONE = new Gaps(new long[0]);

  private final long[] nanos;

  private Gaps(long[] nanos) {
    this.nanos = nanos;
  }

  /** A copy of the first {@code count} values of {@code nanos}. */
  public static Gaps of(long[] nanos, int count) {
    return count == 0 ? NONE : new Gaps(Arrays.copyOf(nanos, count));
  }

  public static Gaps of(long... nanos) {
    return of(nanos, nanos.length);
  }

  public int size() {
    return nanos.length;
  }

  /** The i-th gap, nanoseconds. */
  public long nanosAt(int i) {
    return nanos[i];
  }

  public LongStream stream() {
    return Arrays.stream(nanos);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Gaps gaps && Arrays.equals(nanos, gaps.nanos);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nanos);
  }

  @Override
  public String toString() {
    return Arrays.toString(nanos);
  }
}
