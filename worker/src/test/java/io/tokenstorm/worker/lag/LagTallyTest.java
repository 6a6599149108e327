package io.tokenstorm.worker.lag;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LagTallyTest {
  private static final long MILLI = 1_000_000;

  private final LagTally tally = new LagTally(2, 10 * MILLI);

  @Test
  void take_probesRan_theirLagsOnce() {
    tally.handed(0, 0);
    tally.ran(0, 2 * MILLI);
    LagProbe.Lag lag = tally.take(50 * MILLI);
    assertThat(lag.spread().total()).isEqualTo(1);
    assertThat(lag.maxNanos()).isEqualTo(2 * MILLI);
    assertThat(tally.take(60 * MILLI).spread().total()).isZero();
  }

  @Test
  void take_loopHangs_theWaitingProbeIsTheLongest() {
    tally.handed(1, 100 * MILLI);
    tally.handed(1, 110 * MILLI);
    assertThat(tally.take(900 * MILLI).maxNanos()).isEqualTo(800 * MILLI);
    tally.ran(1, 1_000 * MILLI);
    tally.ran(1, 990 * MILLI);
    assertThat(tally.take(1_200 * MILLI).spread().total()).isEqualTo(2);
  }

  @Test
  void leftOut_processStoodStill_probesNotSentCountForEachLoop() {
    tally.leftOut(9 * MILLI);
    assertThat(tally.take(0).spread().total()).as("less than a period").isZero();
    tally.leftOut(35 * MILLI);
    LagProbe.Lag lag = tally.take(0);
    assertThat(lag.spread().total()).as("35, 25 and 15 ms, for two loops").isEqualTo(6);
    assertThat(lag.spread().percentileNanos(50)).isGreaterThanOrEqualTo(25 * MILLI);
    assertThat(lag.maxNanos()).isEqualTo(35 * MILLI);
  }

  @Test
  void stalled_bothThreadsMissing_theStallWithoutTheUsualPause() {
    StallWatch watch = new StallWatch(10 * MILLI, 0);
    watch.beat(10 * MILLI);
    assertThat(watch.stalledNanos(12 * MILLI, 112 * MILLI)).as("no beat yet").isEqualTo(90 * MILLI);
    watch.beat(111 * MILLI);
    assertThat(watch.stalledNanos(12 * MILLI, 112 * MILLI)).as("just awake").isEqualTo(89 * MILLI);
  }

  /** The probe's thread may get its turn late, when the other one has beaten twice already. */
  @Test
  void stalled_beatsCameBeforeTheQuestion_theStallIsNotForgotten() {
    StallWatch watch = new StallWatch(10 * MILLI, 0);
    watch.beat(10 * MILLI);
    watch.beat(2_010 * MILLI);
    watch.beat(2_020 * MILLI);
    watch.beat(2_030 * MILLI);
    assertThat(watch.stalledNanos(12 * MILLI, 2_035 * MILLI)).isEqualTo(1_988 * MILLI);
    watch.beat(2_040 * MILLI);
    assertThat(watch.stalledNanos(2_036 * MILLI, 2_046 * MILLI)).as("told once").isZero();
  }

  @Test
  void stalled_onlyTheProbeMissing_nothing() {
    StallWatch watch = new StallWatch(10 * MILLI, 0);
    for (int beat = 10; beat <= 500; beat += 10) {
      watch.beat(beat * MILLI);
    }
    assertThat(watch.stalledNanos(12 * MILLI, 505 * MILLI)).isZero();
  }
}
