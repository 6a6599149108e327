package io.tokenstorm.coordinator.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.coordinator.live.CurrentPhase.Progress;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.wire.Stage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressEstimateTest {
  private static final Warmup TWO_EACH = new Warmup(2, Duration.ZERO, true);

  private static Progress of(Warmup warmup, Measure measure, Stage stage, double s, long issued) {
    Phase phase = RunSamples.phase("p", warmup, measure);
    return ProgressEstimate.of(phase, stage, s, issued);
  }

  @Test
  void measure_limitByTime_goesByTheClock() {
    Progress progress = of(TWO_EACH, new Measure(Duration.ofSeconds(20), 0), Stage.MEASURE, 5, 100);

    assertThat(progress).isEqualTo(new Progress(5, 20.0, 100, null, 0.25, 15.0));
  }

  @Test
  void measure_limitByCount_goesByThePaceSoFar() {
    Progress progress = of(TWO_EACH, new Measure(Duration.ZERO, 400), Stage.MEASURE, 5, 100);

    assertThat(progress.fraction()).isEqualTo(0.25);
    assertThat(progress.plannedSeconds()).isNull();
    assertThat(progress.etaSeconds()).isCloseTo(15.0, within(1e-9));
  }

  @Test
  void measure_bothLimits_theLaterOneDecides() {
    Measure both = new Measure(Duration.ofSeconds(20), 400);

    assertThat(of(TWO_EACH, both, Stage.MEASURE, 10, 100).fraction()).isEqualTo(0.25);
    assertThat(of(TWO_EACH, both, Stage.MEASURE, 10, 100).etaSeconds()).isEqualTo(30.0);
    assertThat(of(TWO_EACH, both, Stage.MEASURE, 10, 300).fraction()).isEqualTo(0.5);
    assertThat(of(TWO_EACH, both, Stage.MEASURE, 10, 300).etaSeconds()).isEqualTo(10.0);
  }

  @Test
  void measure_limitByCountAndNothingIssued_hasNoEta() {
    Progress progress = of(TWO_EACH, new Measure(Duration.ZERO, 400), Stage.MEASURE, 5, 0);

    assertThat(progress.etaSeconds()).isNull();
  }

  @Test
  void measure_overdue_staysAtOneWithNothingLeft() {
    Progress progress =
        of(TWO_EACH, new Measure(Duration.ofSeconds(20), 0), Stage.MEASURE, 25, 100);

    assertThat(progress.fraction()).isEqualTo(1.0);
    assertThat(progress.etaSeconds()).isEqualTo(0.0);
  }

  @Test
  void warmup_requestsPerSlot_countsAllSlots() {
    Progress progress = of(TWO_EACH, new Measure(Duration.ofSeconds(20), 0), Stage.WARMUP, 2, 4);

    assertThat(progress).isEqualTo(new Progress(2, null, 4, 16L, 0.25, 6.0));
  }

  @Test
  void drain_windowClosed_isWholeAndHasNoEta() {
    Progress progress = of(TWO_EACH, new Measure(Duration.ofSeconds(20), 0), Stage.DRAIN, 21, 9);

    assertThat(progress.fraction()).isEqualTo(1.0);
    assertThat(progress.etaSeconds()).isNull();
  }

  @Test
  void armed_noWindow_isNothing() {
    assertThat(of(TWO_EACH, new Measure(Duration.ofSeconds(20), 0), Stage.ARMED, 3, 0))
        .isEqualTo(Progress.NONE);
  }
}
