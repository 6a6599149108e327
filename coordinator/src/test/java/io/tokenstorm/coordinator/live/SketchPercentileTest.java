package io.tokenstorm.coordinator.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.protocol.live.LatencySketch;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;

class SketchPercentileTest {
  private static final double PRECISION = 0.001;

  @Property(tries = 500)
  void percentile_anySample_isTheReportsWithinThePrecision(
      @ForAll @Size(min = 1, max = 60) List<@LongRange(min = 1, max = 3_000_000_000L) Long> micros,
      @ForAll @DoubleRange(min = 0, max = 100) double percent) {
    Histogram histogram = LatencySketch.newHistogram();
    micros.forEach(histogram::recordValue);
    List<Long> sorted = micros.stream().sorted().toList();
    double rank = percent / 100 * (sorted.size() - 1);
    long low = sorted.get((int) rank);
    long high = sorted.get(Math.min(sorted.size() - 1, (int) rank + 1));
    double exact = low + (high - low) * (rank - (int) rank);

    assertThat(SketchPercentile.of(histogram, percent))
        .isCloseTo(exact, within(PRECISION * high + 1));
  }

  @Example
  void median_betweenTwoClusters_liesBetweenThem() {
    Histogram histogram = LatencySketch.newHistogram();
    List.of(1_350_000L, 1_350_000L, 1_950_000L, 1_950_000L).forEach(histogram::recordValue);

    assertThat(SketchPercentile.of(histogram, 50)).isCloseTo(1_650_000, within(1_650.0));
  }
}
