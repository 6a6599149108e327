package io.tokenstorm.coordinator.plan.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class DurationTextPropertyTest {
  @Property(tries = 500)
  void write_anyDuration_readsBack(@ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long nanos) {
    Duration duration = Duration.ofNanos(nanos);

    assertThat(DurationText.read(DurationText.write(duration))).contains(duration);
  }
}
