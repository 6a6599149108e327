package io.tokenstorm.protocol.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BeatTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long MILLI = 1_000_000;

  @Test
  void isDue_once_isSoOnceForEachMoment() {
    Beat beat = new Beat(500, SECOND);

    assertThat(beat.isDue(500)).isFalse();
    assertThat(beat.isDue(500 + 999 * MILLI)).isFalse();
    assertThat(beat.isDue(500 + 1_000 * MILLI)).isTrue();
    assertThat(beat.isDue(500 + 1_999 * MILLI)).isFalse();
    assertThat(beat.isDue(500 + 2_010 * MILLI)).isTrue();
  }

  @Test
  void isDue_afterALongPause_isSoOnce_andTheBeatStays() {
    Beat beat = new Beat(0, SECOND);

    assertThat(beat.isDue(7_600 * MILLI)).isTrue();
    assertThat(beat.isDue(7_700 * MILLI)).isFalse();
    assertThat(beat.untilNext(7_700 * MILLI)).isEqualTo(Duration.ofMillis(300));
    assertThat(beat.isDue(8_000 * MILLI)).isTrue();
  }

  @Test
  void untilNext_atAMoment_isAWholeInterval() {
    assertThat(new Beat(3, SECOND).untilNext(3 + 2_000 * MILLI)).isEqualTo(SECOND);
  }

  /** Timers come late by up to a fifth of the interval each time; the beat does not slip. */
  @Property(tries = 200)
  void timer_thatIsAlwaysLate_isDueOnceEachInterval(@ForAll @IntRange(min = 1) int seed) {
    Random random = new Random(seed);
    Beat looks = new Beat(0, SECOND.dividedBy(10));
    Beat frames = new Beat(0, SECOND);
    long now = 0;
    int due = 0;
    while (now < 100 * SECOND.toNanos()) {
      now += looks.untilNext(now).toNanos() + random.nextInt((int) (20 * MILLI));
      due += frames.isDue(now) ? 1 : 0;
    }
    assertThat(due).isEqualTo(100);
  }

  @Test
  void interval_notPositive_isRefused() {
    assertThatThrownBy(() -> new Beat(0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT0S");
  }
}
