package io.tokenstorm.worker.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Silence silence = new Silence(Duration.ofSeconds(20), Duration.ofSeconds(2), 0);
  private long heardNanos;
  private long nowNanos;

  private boolean look(Duration later) {
    nowNanos += later.toNanos();
    return silence.isTooLong(Duration.ofNanos(nowNanos - heardNanos), nowNanos);
  }

  private int looksUntilTooLong() {
    int looks = 1;
    while (!look(SECOND)) {
      looks++;
    }
    return looks;
  }

  @Test
  void isTooLong_processThatLooksOn_afterTheLimit() {
    assertThat(looksUntilTooLong()).isEqualTo(21);
  }

  @Test
  void isTooLong_processThatStoodStill_itsOwnAbsenceDoesNotCount() {
    assertThat(look(Duration.ofMinutes(10))).isFalse();
    assertThat(look(SECOND)).isFalse();
    heardNanos = nowNanos;
    assertThat(looksUntilTooLong()).isEqualTo(21);
  }

  @Test
  void isTooLong_stoodStillAndThenNothingIsHeard_onlyWhatItSawCounts() {
    assertThat(look(Duration.ofMinutes(10))).isFalse();
    assertThat(looksUntilTooLong()).isEqualTo(19);
  }

  @Test
  void isTooLong_heardAgain_beginsAnew() {
    for (int i = 0; i < 20; i++) {
      assertThat(look(SECOND)).isFalse();
    }
    heardNanos = nowNanos + 400_000_000;
    assertThat(look(SECOND)).isFalse();
    assertThat(looksUntilTooLong()).isEqualTo(20);
  }

  @Property(tries = 200)
  void isTooLong_heardOnceASecondWhileItRuns_never(
      @ForAll @Size(min = 30, max = 100) int[] pausesSeconds,
      @ForAll @IntRange(min = 1, max = 90) int longest) {
    for (int pause : pausesSeconds) {
      heardNanos = nowNanos + SECOND.toNanos() / 2;
      assertThat(look(Duration.ofSeconds(1 + Math.floorMod(pause, longest)))).isFalse();
    }
  }
}
