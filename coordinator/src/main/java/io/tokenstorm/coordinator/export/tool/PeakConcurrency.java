package io.tokenstorm.coordinator.export.tool;

import io.tokenstorm.coordinator.stats.LongSource;
import java.util.Arrays;

/**
 * The most requests in flight at one instant, exactly, over half-open intervals: at a tie who ends
 * makes room for who begins. The time is cut into slices, and as many of them as fit into memory
 * are sorted and gone through at once; so memory is bounded however many requests there are.
 */
public final class PeakConcurrency {
  private static final int SLICES = 4096;

  /** Instants that are held at once. */
  private static final int HELD = 1 << 21;

  private final LongSource starts;
  private final LongSource ends;
  private final long from;
  private final long sliceNanos;
  private final int held;

  private PeakConcurrency(LongSource starts, LongSource ends, long from, long to, int held) {
    this.starts = starts;
    this.ends = ends;
    this.from = from;
    this.sliceNanos = Math.max(1, (to - from) / SLICES + 1);
    this.held = held;
  }

  /**
   * The peak of intervals, each given once in both sources.
   *
   * @param from no instant is before
   * @param to no instant is after
   */
  public static long of(LongSource starts, LongSource ends, long from, long to) {
    return of(starts, ends, from, to, HELD);
  }

  static long of(LongSource starts, LongSource ends, long from, long to, int held) {
    return new PeakConcurrency(starts, ends, from, to, held).peak();
  }

  private long peak() {
    int[] begun = new int[SLICES];
    int[] ended = new int[SLICES];
    starts.forEach(at -> begun[slice(at)]++);
    ends.forEach(at -> ended[slice(at)]++);
    long peak = 0;
    long open = 0;
    int first = 0;
    while (first < SLICES) {
      int last = first;
      int size = begun[first] + ended[first];
      while (last + 1 < SLICES && size + begun[last + 1] + ended[last + 1] <= held) {
        last++;
        size += begun[last] + ended[last];
      }
      long[] in = within(starts, first, last);
      long[] out = within(ends, first, last);
      peak = Math.max(peak, peak(open, in, out));
      open += in.length - out.length;
      first = last + 1;
    }
    return peak;
  }

  private static long peak(long openBefore, long[] in, long[] out) {
    long open = openBefore;
    long peak = 0;
    int gone = 0;
    for (long start : in) {
      while (gone < out.length && out[gone] <= start) {
        gone++;
        open--;
      }
      open++;
      peak = Math.max(peak, open);
    }
    return peak;
  }

  private long[] within(LongSource instants, int first, int last) {
    long[][] found = {new long[1024]};
    int[] count = {0};
    instants.forEach(
        at -> {
          int slice = slice(at);
          if (slice >= first && slice <= last) {
            if (count[0] == found[0].length) {
              found[0] = Arrays.copyOf(found[0], 2 * count[0]);
            }
            found[0][count[0]++] = at;
          }
        });
    long[] sorted = Arrays.copyOf(found[0], count[0]);
    Arrays.sort(sorted);
    return sorted;
  }

  private int slice(long at) {
    return (int) Math.min(SLICES - 1, (at - from) / sliceNanos);
  }
}
