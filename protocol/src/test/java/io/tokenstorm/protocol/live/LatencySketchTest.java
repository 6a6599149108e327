package io.tokenstorm.protocol.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySketchTest {
  @Property(tries = 200)
  void toHistogram_anyLatencies_asCounted(
      @ForAll @Size(min = 1, max = 200) @LongRange(min = 0, max = 4_000_000_000_000L)
          long[] nanos) {
    Histogram histogram = LatencySketch.newHistogram();
    for (long value : nanos) {
      LatencySketch.count(histogram, (double) value);
    }
    LatencySketch sketch = LatencySketch.of(histogram);
    assertThat(sketch.toHistogram()).isEqualTo(histogram);
    assertThat(LatencySketch.ofBytes(sketch.toBytes())).isEqualTo(sketch).hasSameHashCodeAs(sketch);
  }

  @Test
  void count_outsideTheRange_clamped() {
    Histogram histogram = LatencySketch.newHistogram();
    LatencySketch.count(histogram, 0.0);
    LatencySketch.count(histogram, 9e15);
    assertThat(histogram.getMinValue()).isEqualTo(1);
    assertThat(histogram.getMaxValue())
        .isGreaterThanOrEqualTo(LatencySketch.HIGHEST_MICROS)
        .isLessThan(LatencySketch.HIGHEST_MICROS + 4_000_000);
  }

  @Test
  void of_everyBucketUsed_fitsOnTheWire() {
    Histogram histogram = LatencySketch.newHistogram();
    long counts = 1;
    for (long micros = 1; micros < LatencySketch.HIGHEST_MICROS; micros += 1 + micros / 2_048) {
      counts = counts * 48_271 % 2_147_483_647L;
      histogram.recordValueWithCount(micros, counts);
    }
    assertThat(LatencySketch.of(histogram).toBytes().length).isLessThan(LatencySketch.MAX_BYTES);
  }

  @Test
  void ofBytes_tooLongOrDamaged_refused() {
    assertThatThrownBy(() -> LatencySketch.ofBytes(new byte[LatencySketch.MAX_BYTES + 1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LatencySketch.ofBytes(new byte[] {1, 2, 3}).toHistogram())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("damaged");
  }
}
