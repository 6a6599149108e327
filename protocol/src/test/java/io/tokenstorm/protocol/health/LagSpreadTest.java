package io.tokenstorm.protocol.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LagSpreadTest {
  @Property
  void percentile_anyLags_atMostAFifthAboveTheTrueOne(
      @ForAll @Size(min = 1, max = 60)
          List<@LongRange(min = 1_000, max = 10_000_000_000L) Long> lags) {
    LagSpread spread = spread(lags.stream().mapToLong(Long::longValue).toArray());
    long[] sorted = lags.stream().mapToLong(Long::longValue).sorted().toArray();
    for (int p : new int[] {1, 50, 99, 100}) {
      long truth = sorted[(int) Math.ceil(p / 100.0 * sorted.length) - 1];
      assertThat((double) spread.percentileNanos(p))
          .as("p%d of %s", p, lags)
          .isBetween(truth * 0.999999, truth * 1.1893);
    }
  }

  @Property
  void plus_anyTwo_isTheSpreadOfAll(
      @ForAll List<@LongRange(max = 20_000_000_000L) Long> some,
      @ForAll List<@LongRange(max = 20_000_000_000L) Long> others) {
    LagSpread sum = spread(longs(some)).plus(spread(longs(others)));
    long[] all = Arrays.copyOf(longs(some), some.size() + others.size());
    System.arraycopy(longs(others), 0, all, some.size(), others.size());
    assertThat(sum).isEqualTo(spread(all));
    assertThat(sum.total()).isEqualTo(all.length);
  }

  @Test
  void difference_lagsOfNormalSpread_sigmaIsRootTwoOfOne() {
    Random random = new Random(7);
    long[] lags = random.doubles(20_000, 100_000, 300_000).mapToLong(d -> (long) d).toArray();
    double one = 200_000 / Math.sqrt(12);
    assertThat(spread(lags).differenceSigmaNanos())
        .isCloseTo(Math.sqrt(2) * one, within(0.15 * Math.sqrt(2) * one));
    // |a − b| of a uniform spread of width w: median w (1 − √½), 99th w × 0.9
    assertThat((double) spread(lags).differencePercentileNanos(50)).isBetween(40_000d, 80_000d);
    assertThat((double) spread(lags).differencePercentileNanos(99)).isBetween(160_000d, 230_000d);
  }

  @Test
  void difference_allLagsEqual_noError() {
    LagSpread steady = spread(20_000_000, 20_000_000, 20_000_000);
    assertThat(steady.differencePercentileNanos(99)).isEqualTo(1_000);
    assertThat(steady.differenceSigmaNanos()).isZero();
    assertThat(steady.percentileNanos(50)).isBetween(20_000_000L, 23_800_000L);
  }

  @Test
  void none_asked_zeroEverywhere() {
    assertThat(LagSpread.NONE.total()).isZero();
    assertThat(LagSpread.NONE.percentileNanos(99)).isZero();
    assertThat(LagSpread.NONE.differencePercentileNanos(99)).isZero();
    assertThat(LagSpread.NONE.differenceSigmaNanos()).isZero();
  }

  @Test
  void counts_negativeOrTooMany_refused() {
    assertThatThrownBy(() -> new LagSpread(List.of(1, -1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LagSpread(Collections.nCopies(LagSpread.BUCKETS + 1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bucketOf_edges_theirOwnBucket() {
    for (int bucket = 0; bucket < LagSpread.BUCKETS; bucket++) {
      assertThat(LagSpread.bucketOf(LagSpread.edgeNanos(bucket)))
          .as("%d", bucket)
          .isBetween(bucket, Math.min(LagSpread.BUCKETS - 1, bucket + 1));
      assertThat(LagSpread.edgeNanos(LagSpread.bucketOf(LagSpread.edgeNanos(bucket))))
          .isGreaterThanOrEqualTo(LagSpread.edgeNanos(bucket));
    }
  }

  private static long[] longs(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  private static LagSpread spread(long... lags) {
    int[] counts = new int[LagSpread.BUCKETS];
    for (long lag : lags) {
      counts[LagSpread.bucketOf(lag)]++;
    }
    return LagSpread.of(counts);
  }
}
