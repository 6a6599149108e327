package io.tokenstorm.coordinator.live;

import static io.tokenstorm.coordinator.live.RunSamples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.coordinator.live.CurrentPhase.Progress;
import io.tokenstorm.coordinator.service.LiveWindow;
import org.junit.jupiter.api.Test;

/** The window opened at second 10. */
class ProgressEstimateTest {
  private static final long NEVER = Long.MAX_VALUE;

  private static Progress of(long closeSecond, long requests, long nowSecond, long issued) {
    long close = closeSecond == NEVER ? NEVER : closeSecond * SECOND;
    return ProgressEstimate.of(
        new LiveWindow(10 * SECOND, close, requests, NEVER), issued, nowSecond * SECOND);
  }

  @Test
  void of_limitByTime_goesByTheClock() {
    assertThat(of(30, 0, 15, 100)).isEqualTo(new Progress(5, 20.0, 100, null, 0.25, 15.0));
  }

  @Test
  void of_limitByCount_goesByThePaceSoFar() {
    assertThat(of(NEVER, 400, 15, 100)).isEqualTo(new Progress(5, null, 100, 400L, 0.25, 15.0));
  }

  @Test
  void of_bothLimits_theLaterOneDecides() {
    assertThat(of(30, 400, 20, 100).fraction()).isEqualTo(0.25);
    assertThat(of(30, 400, 20, 100).etaSeconds()).isEqualTo(30.0);
    assertThat(of(30, 400, 20, 300).fraction()).isEqualTo(0.5);
    assertThat(of(30, 400, 20, 300).etaSeconds()).isCloseTo(10.0, within(1e-9));
  }

  @Test
  void of_limitByCountAndNothingIssued_hasNoEta() {
    assertThat(of(NEVER, 400, 15, 0).etaSeconds()).isNull();
  }

  @Test
  void of_noLimit_hasNeitherFractionNorEta() {
    assertThat(of(NEVER, 0, 15, 7)).isEqualTo(new Progress(5, null, 7, null, 0, null));
  }

  @Test
  void of_overdue_staysAtOneWithNothingLeft() {
    assertThat(of(30, 0, 35, 100).fraction()).isEqualTo(1.0);
    assertThat(of(30, 0, 35, 100).etaSeconds()).isEqualTo(0.0);
  }

  @Test
  void of_closed_isWholeAndElapsedStandsStill() {
    LiveWindow closed = new LiveWindow(10 * SECOND, 30 * SECOND, 0, 22 * SECOND);

    Progress progress = ProgressEstimate.of(closed, 9, 50 * SECOND);

    assertThat(progress).isEqualTo(new Progress(12, 20.0, 9, null, 1, null));
  }

  @Test
  void of_notYetOpen_hasNotBegun() {
    assertThat(of(30, 0, 8, 0)).isEqualTo(new Progress(0, 20.0, 0, null, 0, 20.0));
  }

  @Test
  void of_windowNotSet_isNothing() {
    assertThat(ProgressEstimate.of(LiveWindow.NONE, 0, SECOND)).isEqualTo(Progress.NONE);
  }
}
