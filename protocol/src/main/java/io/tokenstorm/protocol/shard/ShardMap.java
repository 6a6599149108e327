package io.tokenstorm.protocol.shard;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Splits a whole number over workers by weight: largest remainder, ties to the lower index. Both
 * sides compute it from the same inputs, so that no assignment list has to be sent. The shares sum
 * to the total exactly; with equal weights they differ by at most 1.
 */
public final class ShardMap {
  private ShardMap() {}

  /**
   * The shares of {@code total} by weight.
   *
   * @param total ≥ 0
   * @param weights one a worker, each ≥ 1, not empty
   * @throws IllegalArgumentException on a negative total, no weight, or a weight below 1
   */
  public static long[] split(long total, List<Integer> weights) {
    if (total < 0 || weights.isEmpty() || weights.stream().anyMatch(w -> w < 1)) {
      throw new IllegalArgumentException("cannot split " + total + " over weights " + weights);
    }
    // big numbers: total × weight may not fit into 64 bits
    BigInteger all = BigInteger.valueOf(total);
    BigInteger sum = BigInteger.valueOf(weights.stream().mapToLong(Integer::longValue).sum());
    long[] shares = new long[weights.size()];
    long[] remainders = new long[shares.length];
    for (int i = 0; i < shares.length; i++) {
      BigInteger[] parts = all.multiply(BigInteger.valueOf(weights.get(i))).divideAndRemainder(sum);
      shares[i] = parts[0].longValueExact();
      remainders[i] = parts[1].longValueExact();
    }
    long left = total - LongStream.of(shares).sum();
    IntStream.range(0, shares.length)
        .boxed()
        .sorted(Comparator.<Integer>comparingLong(i -> -remainders[i]).thenComparing(i -> i))
        .limit(left)
        .forEach(i -> shares[i]++);
    return shares;
  }

  /** The slots of every worker: consecutive ranges in the order of the weights. */
  public static List<SlotRange> slots(int concurrency, List<Integer> weights) {
    List<SlotRange> ranges = new ArrayList<>();
    int first = 0;
    for (long share : split(concurrency, weights)) {
      ranges.add(new SlotRange(first, (int) share));
      first += (int) share;
    }
    return ranges;
  }

  /**
   * How many of {@code requests} fall to one slot: requests are split over slots as slots over
   * workers, with equal weights. {@code slot} is cluster-wide.
   */
  public static long quota(long requests, int concurrency, int slot) {
    return requests / concurrency + (slot < requests % concurrency ? 1 : 0);
  }
}
