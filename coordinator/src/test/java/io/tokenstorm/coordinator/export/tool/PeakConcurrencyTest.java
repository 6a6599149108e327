package io.tokenstorm.coordinator.export.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.stats.LongSource;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PeakConcurrencyTest {
  private static LongSource source(long... values) {
    return sink -> Arrays.stream(values).forEach(sink);
  }

  @Test
  void peak_whoEndsAtATie_makesRoom() {
    assertThat(PeakConcurrency.of(source(0, 10), source(10, 20), 0, 20)).isEqualTo(1);
    assertThat(PeakConcurrency.of(source(0, 9), source(10, 20), 0, 20)).isEqualTo(2);
  }

  /** However little may be held at once, as counted instant by instant. */
  @Property(tries = 300)
  void peak_anyIntervals_isThatOfCountingAtEachStart(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll @IntRange(min = 1, max = 50) int held) {
    Random random = new Random(seed);
    long span = 1L + random.nextInt(100_000);
    long[] starts = random.longs(count, 0, span).toArray();
    long[] ends = new long[count];
    for (int i = 0; i < count; i++) {
      ends[i] = starts[i] + 1L + random.nextInt(1 + (int) span / 4);
    }
    long expected = 0;
    for (long at : starts) {
      long open = 0;
      for (int i = 0; i < count; i++) {
        open += starts[i] <= at && at < ends[i] ? 1 : 0;
      }
      expected = Math.max(expected, open);
    }
    long to = Arrays.stream(ends).max().orElseThrow();
    assertThat(PeakConcurrency.of(source(starts), source(ends), 0, to, held)).isEqualTo(expected);
  }
}
