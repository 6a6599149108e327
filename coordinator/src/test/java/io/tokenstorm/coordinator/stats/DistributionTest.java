package io.tokenstorm.coordinator.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DistributionTest {
  private static LongSource source(long... values) {
    return sink -> Arrays.stream(values).forEach(sink);
  }

  @Test
  void wholeNumbers_asNumpyDescribesThem() {
    Distribution d = Distribution.ofWhole(source(10, 1, 5, 2), 1, 5, 50, 90).orElseThrow();
    assertThat(d.count()).isEqualTo(4);
    assertThat(d.sum()).isEqualTo(18);
    assertThat(d.min()).isEqualTo(1);
    assertThat(d.max()).isEqualTo(10);
    assertThat(d.mean()).isEqualTo(4.5);
    // with n = 4: √((100 + 1 + 25 + 4) / 4 − 4.5²) = √12.25
    assertThat(d.deviation()).isEqualTo(3.5);
    assertThat(d.percentiles().get(0)).isCloseTo(1.15, within(1e-12));
    assertThat(d.percentiles().get(1)).isEqualTo(3.5);
    assertThat(d.percentiles().get(2)).isCloseTo(8.5, within(1e-12));
  }

  @Test
  void units_divideAllButTheCount() {
    Distribution d =
        Distribution.ofWhole(source(3_000_000, 1_000_000), 1_000_000, 50).orElseThrow();
    assertThat(d).isEqualTo(new Distribution(2, 4, 1, 3, 2, 1, List.of(2.0)));
  }

  @Test
  void doubles_areDescribedAlike() {
    long[] bits = {Double.doubleToRawLongBits(0.5), Double.doubleToRawLongBits(1.5)};
    Distribution d = Distribution.ofDoubles(source(bits), 1, 25).orElseThrow();
    assertThat(d).isEqualTo(new Distribution(2, 2, 0.5, 1.5, 1, 0.5, List.of(0.75)));
  }

  @Test
  void nothing_hasNoDistribution() {
    assertThat(Distribution.ofWhole(source(), 1, 50)).isEmpty();
    assertThat(Distribution.ofDoubles(source(), 1, 50)).isEmpty();
  }
}
