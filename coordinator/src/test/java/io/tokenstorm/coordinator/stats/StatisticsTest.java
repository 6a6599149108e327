package io.tokenstorm.coordinator.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  private static LongSource source(long... values) {
    return sink -> Arrays.stream(values).forEach(sink);
  }

  private static List<BigDecimal> decimals(long... values) {
    return Arrays.stream(values).mapToObj(BigDecimal::valueOf).toList();
  }

  @Test
  void seconds_handWorkedSample_givesItsStatistics() {
    // ranks of 1, 2, 3, 4 s: p50 at 1.5, p90 at 2.7, p95 at 2.85, p99 at 2.97
    Figure figure =
        Statistics.seconds(
            source(4_000_000_000L, 1_000_000_000L, 3_000_000_000L, 2_000_000_000L), 3);
    assertThat(figure.p50()).isEqualTo(2.5);
    assertThat(figure.p90()).isEqualTo(3.7);
    // 95 / 100 x 3 in double is a little less than 2.85
    assertThat(figure.p95()).isEqualTo(3.8499999999999996);
    assertThat(figure.p99()).isEqualTo(3.97);
    assertThat(figure.min()).isEqualTo(1.0);
    assertThat(figure.max()).isEqualTo(4.0);
    assertThat(figure.mean()).isEqualTo(2.5);
    assertThat(figure.stddev()).isEqualTo(Math.sqrt(5.0 / 3));
    assertThat(figure.count()).isEqualTo(4);
    assertThat(figure.undefined()).isEqualTo(3);
  }

  @Test
  void seconds_nothingDefined_isNullAndNeverZero() {
    assertThat(Statistics.seconds(source(), 7))
        .isEqualTo(
            new Figure(
                null, null, null, null, null, null, null, null, 0, 7, List.of("p95", "p99")));
  }

  @Test
  void seconds_oneValue_hasNoDeviation() {
    Figure figure = Statistics.seconds(source(1_500_000_000L), 0);
    assertThat(figure.p50()).isEqualTo(1.5);
    assertThat(figure.p99()).isEqualTo(1.5);
    assertThat(figure.stddev()).isNull();
  }

  @Test
  void whole_tokens_keepsWholeExtremes() {
    Figure figure = Statistics.whole(source(533, 544, 540), 0);
    assertThat(figure.min()).isEqualTo(533L);
    assertThat(figure.max()).isEqualTo(544L);
    assertThat(figure.p50()).isEqualTo(540.0);
  }

  @Test
  void thin_atTheLimits_changesWithOneMoreValue() {
    assertThat(Statistics.whole(source(new long[19]), 0).thin()).containsExactly("p95", "p99");
    assertThat(Statistics.whole(source(new long[20]), 0).thin()).containsExactly("p99");
    assertThat(Statistics.whole(source(new long[99]), 0).thin()).containsExactly("p99");
    assertThat(Statistics.whole(source(new long[100]), 0).thin()).isEmpty();
  }

  @Property(tries = 300)
  void seconds_anySample_equalsDecimalArithmeticToTheLastDigit(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 400) int count) {
    Random random = new Random(seed);
    long scale = 1L << (1 + random.nextInt(44));
    long[] nanos = random.longs(count, 0, scale).toArray();
    assertThat(Statistics.seconds(source(nanos), 1)).isEqualTo(Oracle.seconds(decimals(nanos), 1));
  }

  @Property(tries = 100)
  void whole_anySample_equalsDecimalArithmeticToTheLastDigit(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 200) int count) {
    long[] tokens = new Random(seed).longs(count, 0, 5000).toArray();
    assertThat(Statistics.whole(source(tokens), 0))
        .isEqualTo(Oracle.figure(decimals(tokens), BigDecimal.ONE, 0));
  }

  @Property(tries = 200)
  void quotients_anySample_equalsDecimalArithmeticToTheLastDigit(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 150) int count) {
    Random random = new Random(seed);
    long[] bits = new long[count];
    List<BigDecimal> exact = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double nanos = random.nextInt(2_000_000_000) / (double) (1 + random.nextInt(4096));
      bits[i] = Double.doubleToRawLongBits(nanos);
      exact.add(new BigDecimal(nanos));
    }
    assertThat(Statistics.quotients(source(bits), 2)).isEqualTo(Oracle.seconds(exact, 2));
  }

  @Property(tries = 200)
  void doubleSums_anyDoubles_areExact(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 60) int count) {
    Random random = new Random(seed);
    ExactDoubleSums sums = new ExactDoubleSums();
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squares = BigDecimal.ZERO;
    for (int i = 0; i < count; i++) {
      double value =
          random.nextInt(8) == 0
              ? random.nextInt(2) * Double.MIN_VALUE
              : Math.scalb(random.nextDouble(), random.nextInt(1200) - 600);
      sums.add(value);
      sum = sum.add(new BigDecimal(value));
      squares = squares.add(new BigDecimal(value).pow(2));
    }
    assertThat(sums.sum()).isEqualByComparingTo(sum);
    assertThat(sums.squares()).isEqualByComparingTo(squares);
  }

  @Test
  void doubleSums_moreThanOneWordOfSquares_areExact() {
    ExactDoubleSums sums = new ExactDoubleSums();
    double value = Math.nextDown(2.0);
    int count = 5 << 20;
    for (int i = 0; i < count; i++) {
      sums.add(value);
    }
    assertThat(sums.squares())
        .isEqualByComparingTo(new BigDecimal(value).pow(2).multiply(BigDecimal.valueOf(count)));
  }

  @Property(tries = 300)
  void selection_anyNumbers_equalsSorting(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int count) {
    Random random = new Random(seed);
    int bits = 1 + random.nextInt(63);
    long base = random.nextLong();
    long[] values =
        random.longs(count).map(v -> random.nextInt(20) == 0 ? v : base + (v >>> bits)).toArray();
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    long[] ranks = random.longs(5, 0, count).toArray();
    long[] found = Selection.select(source(values), sorted[0], sorted[count - 1], ranks);
    assertThat(found).isEqualTo(Arrays.stream(ranks).map(r -> sorted[(int) r]).toArray());
  }

  @Property(tries = 200)
  void sums_anyNumbers_areExactAndInAnyOrderTheSame(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 60) int count) {
    Random random = new Random(seed);
    long[] values = random.longs(count, -(1L << 58), 1L << 58).toArray();
    long[] reversed = new long[count];
    for (int i = 0; i < count; i++) {
      reversed[i] = values[count - 1 - i];
    }
    Summary forward = Summary.ofWhole(source(values));
    Summary backward = Summary.ofWhole(source(reversed));
    assertThat(forward.mean(1)).isEqualTo(backward.mean(1));
    assertThat(forward.mean(1)).isEqualTo(Oracle.mean(decimals(values), BigDecimal.ONE));
    assertThat(forward.deviation(1)).isEqualTo(Oracle.deviation(decimals(values), BigDecimal.ONE));
  }

  @Test
  void seconds_millionsOfGaps_needNoMoreThanAFewPasses() {
    int[] passes = {0};
    LongSource gaps =
        sink -> {
          passes[0]++;
          Random random = new Random(11);
          for (int i = 0; i < 2_000_000; i++) {
            sink.accept(random.nextInt(100_000_000));
          }
        };
    Figure figure = Statistics.seconds(gaps, 0);
    assertThat(figure.count()).isEqualTo(2_000_000);
    assertThat(figure.p50()).isBetween(0.0499, 0.0501);
    // one for sums and extremes, three for 27 bits
    assertThat(passes[0]).isEqualTo(4);
  }
}
