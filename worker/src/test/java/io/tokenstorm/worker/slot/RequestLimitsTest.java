package io.tokenstorm.worker.slot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.record.ErrorKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestLimitsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long SENT = 7 * SECOND;

  private final RequestLimits limits =
      new RequestLimits(
          new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60)));

  /** The limit that has passed, looked at twice as the slot does. */
  private ErrorKind passed(long now) {
    limits.passed(now, false);
    return limits.passed(now, false);
  }

  @Test
  void refused_bodyThatDrips_endsTwoSecondsAfterItWasSeen() {
    limits.start(SENT);
    assertThat(limits.refused(SENT + SECOND)).isTrue();
    limits.activity(SENT + 3 * SECOND - 1);
    assertThat(limits.next(false)).isEqualTo(SENT + 3 * SECOND);
    assertThat(passed(SENT + 3 * SECOND - 1)).isNull();
    assertThat(passed(SENT + 3 * SECOND)).isEqualTo(ErrorKind.TIMEOUT_TOTAL);
  }

  @Test
  void refused_again_movesNothing() {
    limits.start(SENT);
    limits.refused(SENT + SECOND);
    assertThat(limits.refused(SENT + 2 * SECOND)).isFalse();
    limits.activity(SENT + 2 * SECOND);
    assertThat(limits.next(false)).isEqualTo(SENT + 3 * SECOND);
  }

  @Test
  void refused_shortBeforeTheTotalLimit_leavesThatAsItIs() {
    limits.start(SENT);
    limits.refused(SENT + 59 * SECOND);
    limits.activity(SENT + 59 * SECOND);
    assertThat(limits.next(false)).isEqualTo(SENT + 60 * SECOND);
  }

  @Test
  void start_afterARefusal_hasTheWholeTimeAgain() {
    limits.start(SENT);
    limits.refused(SENT);
    limits.start(SENT + 10 * SECOND);
    limits.activity(SENT + 69 * SECOND);
    assertThat(limits.next(false)).isEqualTo(SENT + 70 * SECOND);
    assertThat(passed(SENT + 70 * SECOND - 1)).isNull();
    assertThat(passed(SENT + 70 * SECOND)).isEqualTo(ErrorKind.TIMEOUT_TOTAL);
  }
}
