package io.tokenstorm.coordinator.page.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ThinnedTest {
  @Property(tries = 200)
  void sorted_anyNumberOfValues_isEveryNthOfThem(@ForAll @IntRange(max = 2000) int count) {
    Thinned sample = new Thinned(64);
    LongStream.range(0, count).forEach(sample::add);
    long every = sample.every();
    assertThat(sample.count()).isEqualTo(count);
    assertThat(sample.sorted())
        .hasSizeLessThanOrEqualTo(64)
        .containsExactly(LongStream.range(0, count).filter(i -> i % every == 0).toArray());
    if (count > 64) {
      assertThat(sample.sorted()).hasSizeGreaterThanOrEqualTo(32);
    }
  }
}
