package io.tokenstorm.protocol.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.live.LatencySketch;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {
  private static long[] counts(double... seconds) {
    Histogram micros = LatencySketch.newHistogram();
    Arrays.stream(seconds).forEach(s -> LatencySketch.count(micros, s * 1e9));
    return LatencyBuckets.counts(micros);
  }

  private static long in(long[] counts, double bound) {
    return counts[LatencyBuckets.BOUNDS_SECONDS.indexOf(bound)];
  }

  @Test
  void bounds_rise_andEndWithoutOne() {
    assertThat(LatencyBuckets.BOUNDS_SECONDS).isSorted().doesNotHaveDuplicates();
    assertThat(LatencyBuckets.BOUNDS_SECONDS).endsWith(Double.POSITIVE_INFINITY);
  }

  @Test
  void counts_atABound_belongBelowIt() {
    long[] counts = counts(0.1, 0.1002, 0.0999, 700, 0.000001);

    assertThat(in(counts, 0.1)).isEqualTo(2);
    assertThat(in(counts, 0.15)).isEqualTo(1);
    assertThat(in(counts, 0.0005)).isEqualTo(1);
    assertThat(in(counts, Double.POSITIVE_INFINITY)).isEqualTo(1);
  }

  @Test
  void sum_ofNothing_isZero() {
    assertThat(LatencyBuckets.sumSeconds(LatencySketch.newHistogram())).isZero();
  }

  @Property(tries = 200)
  void counts_ofAnyLatencies_addUpToAllAndToTheirSum(
      @ForAll @Size(min = 1, max = 60)
          List<@LongRange(min = 1_000, max = 3_000_000_000_000L) Long> nanos) {
    Histogram micros = LatencySketch.newHistogram();
    nanos.forEach(n -> LatencySketch.count(micros, (double) n));

    assertThat(Arrays.stream(LatencyBuckets.counts(micros)).sum()).isEqualTo(nanos.size());
    assertThat(Arrays.stream(LatencyBuckets.counts(micros)).min().getAsLong()).isNotNegative();
    double sum = nanos.stream().mapToDouble(n -> Math.max(1, Math.round(n / 1e3)) / 1e6).sum();
    assertThat(LatencyBuckets.sumSeconds(micros)).isCloseTo(sum, Percentage.withPercentage(0.11));
  }
}
