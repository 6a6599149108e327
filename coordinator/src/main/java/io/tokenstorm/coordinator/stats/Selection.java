package io.tokenstorm.coordinator.stats;

/**
 * Finds the k-th smallest numbers of a {@link LongSource} exactly, without sorting or holding it:
 * each pass counts the numbers by their next {@value #BITS} bits below the prefix already known of
 * each wanted rank, and so narrows every rank to one bucket. At most six passes over the source for
 * any 64-bit numbers, fewer when the numbers share their high bits; memory is 16 KiB a rank.
 */
final class Selection {
  private static final int BITS = 11;
  private static final int BUCKETS = 1 << BITS;

  private Selection() {}

  /**
   * The numbers of the given ranks.
   *
   * @param min the smallest number of the source
   * @param max the largest
   * @param ranks each from 0 to the source's size − 1
   */
  static long[] select(LongSource source, long min, long max, long[] ranks) {
    // all numbers share the bits above the highest in which the extremes differ
    int open = Long.SIZE - Long.numberOfLeadingZeros(ordered(min) ^ ordered(max));
    long[] prefixes = new long[ranks.length];
    java.util.Arrays.fill(prefixes, shifted(ordered(min), open));
    long[] left = ranks.clone();
    while (open > 0) {
      int shift = Math.max(0, open - BITS);
      long[][] counts = count(source, prefixes, open, shift);
      for (int i = 0; i < ranks.length; i++) {
        int bucket = 0;
        while (left[i] >= counts[i][bucket]) {
          left[i] -= counts[i][bucket++];
        }
        prefixes[i] = prefixes[i] << (open - shift) | bucket;
      }
      open = shift;
    }
    for (int i = 0; i < prefixes.length; i++) {
      prefixes[i] = ordered(prefixes[i]);
    }
    return prefixes;
  }

  private static long[][] count(LongSource source, long[] prefixes, int open, int shift) {
    long[][] counts = new long[prefixes.length][];
    for (int i = 0; i < prefixes.length; i++) {
      // ranks that still share a prefix share a table
      int same = firstIndexOf(prefixes, prefixes[i]);
      counts[i] = same < i ? counts[same] : new long[BUCKETS];
    }
    long mask = (1L << (open - shift)) - 1;
    source.forEach(
        value -> {
          long bits = ordered(value);
          long prefix = shifted(bits, open);
          int i = firstIndexOf(prefixes, prefix);
          if (i >= 0) {
            counts[i][(int) (bits >>> shift & mask)]++;
          }
        });
    return counts;
  }

  private static int firstIndexOf(long[] prefixes, long prefix) {
    for (int i = 0; i < prefixes.length; i++) {
      if (prefixes[i] == prefix) {
        return i;
      }
    }
    return -1;
  }

  /** Maps the order of signed numbers to that of unsigned ones, and back. */
  private static long ordered(long value) {
    return value ^ Long.MIN_VALUE;
  }

  private static long shifted(long bits, int by) {
    return by == Long.SIZE ? 0 : bits >>> by;
  }
}
