package io.tokenstorm.protocol.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ShardMapTest {
  @Test
  void split_allSmallCases_sumsToTheTotalAndDiffersByAtMostOne() {
    for (int total = 0; total <= 200; total++) {
      for (int workers = 1; workers <= 20; workers++) {
        long[] shares = ShardMap.split(total, Collections.nCopies(workers, 1));
        assertThat(LongStream.of(shares).sum()).isEqualTo(total);
        assertThat(LongStream.of(shares).max().orElseThrow())
            .isLessThanOrEqualTo(LongStream.of(shares).min().orElseThrow() + 1);
        // ties go to the lower index
        assertThat(shares).isSortedAccordingTo((a, b) -> Long.compare(b, a));
      }
    }
  }

  @Property(tries = 1000)
  void split_anyWeights_isTheLargestRemainder(
      @ForAll @LongRange(min = 0) long total,
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 1) Integer> weights) {
    long[] shares = ShardMap.split(total, weights);
    assertThat(shares).isEqualTo(byBigNumbers(total, weights));
    assertThat(LongStream.of(shares).sum()).isEqualTo(total);
  }

  private static long[] byBigNumbers(long total, List<Integer> weights) {
    BigInteger sum = weights.stream().map(BigInteger::valueOf).reduce(BigInteger::add).get();
    BigInteger all = BigInteger.valueOf(total);
    long[] shares = new long[weights.size()];
    BigInteger[] rests = new BigInteger[shares.length];
    for (int i = 0; i < shares.length; i++) {
      BigInteger[] parts = all.multiply(BigInteger.valueOf(weights.get(i))).divideAndRemainder(sum);
      shares[i] = parts[0].longValueExact();
      rests[i] = parts[1];
    }
    for (long left = total - Arrays.stream(shares).sum(); left > 0; left--) {
      int largest = 0;
      for (int i = 1; i < rests.length; i++) {
        largest = rests[i].compareTo(rests[largest]) > 0 ? i : largest;
      }
      shares[largest]++;
      rests[largest] = BigInteger.valueOf(-1);
    }
    return shares;
  }

  @Property
  void slots_anyWeights_haveEachSlotOnce(
      @ForAll @IntRange(min = 0, max = 5000) int concurrency,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 64) Integer> weights) {
    List<SlotRange> ranges = ShardMap.slots(concurrency, weights);
    int next = 0;
    for (SlotRange range : ranges) {
      assertThat(range.first()).isEqualTo(next);
      next = range.end();
    }
    assertThat(next).isEqualTo(concurrency);
    assertThat(ranges).hasSameSizeAs(weights);
  }

  @Property
  void quota_anyRequests_sumsToThemAndDiffersByAtMostOne(
      @ForAll @IntRange(min = 0, max = 100_000) int requests,
      @ForAll @IntRange(min = 1, max = 300) int concurrency) {
    long[] quotas =
        IntStream.range(0, concurrency)
            .mapToLong(slot -> ShardMap.quota(requests, concurrency, slot))
            .toArray();
    assertThat(LongStream.of(quotas).sum()).isEqualTo(requests);
    assertThat(quotas[0] - quotas[concurrency - 1]).isBetween(0L, 1L);
    assertThat(quotas).isEqualTo(ShardMap.split(requests, Collections.nCopies(concurrency, 1)));
  }

  @Test
  void split_nonsense_isRefused() {
    assertThatThrownBy(() -> ShardMap.split(-1, List.of(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ShardMap.split(1, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ShardMap.split(1, List.of(1, 0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void range_edges_containFirstButNotEnd() {
    SlotRange range = new SlotRange(4, 3);
    assertThat(range.contains(3)).isFalse();
    assertThat(range.contains(4)).isTrue();
    assertThat(range.contains(6)).isTrue();
    assertThat(range.contains(7)).isFalse();
    assertThatThrownBy(() -> new SlotRange(-1, 2)).isInstanceOf(IllegalArgumentException.class);
  }
}
