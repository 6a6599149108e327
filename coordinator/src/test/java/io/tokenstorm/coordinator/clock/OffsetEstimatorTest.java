package io.tokenstorm.coordinator.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class OffsetEstimatorTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MS = 1_000_000L;

  @Test
  void estimate_beforeTheFirstSample_isEmpty() {
    OffsetEstimator estimator = new OffsetEstimator();

    assertThat(estimator.estimate(5)).isEmpty();
    assertThat(estimator.ready()).isFalse();
  }

  @Test
  void ready_needsSeveralSamples() {
    OffsetEstimator estimator = new OffsetEstimator();
    for (int i = 0; i < OffsetEstimator.READY_SAMPLES - 1; i++) {
      estimator.sample(i * MS, i * MS, i * MS + 10);
    }
    assertThat(estimator.ready()).isFalse();

    estimator.sample(9 * MS, 9 * MS, 9 * MS + 10);

    assertThat(estimator.ready()).isTrue();
  }

  @Test
  void estimate_ofASymmetricTrip_isTheOffset() {
    OffsetEstimator estimator = new OffsetEstimator();

    estimator.sample(1_000 * MS, 5_001 * MS, 1_002 * MS);

    ClockEstimate estimate = estimator.estimate(1_002 * MS).orElseThrow();
    assertThat(estimate.offsetNanos()).isEqualTo(4_000 * MS);
    assertThat(estimate.errorNanos()).isBetween(MS, MS + 1_000);
    assertThat(estimate.toWorker(1_500 * MS)).isEqualTo(5_500 * MS);
    assertThat(estimate.toCoordinator(5_500 * MS)).isEqualTo(1_500 * MS);
    assertThat(estimate.toWorker(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void estimate_leastRoundTrip_wins() {
    OffsetEstimator estimator = new OffsetEstimator();
    estimator.sample(0, 100 * MS + 40 * MS, 50 * MS);
    estimator.sample(SECOND, SECOND + 100 * MS + 100_000, SECOND + 200_000);
    estimator.sample(2 * SECOND, 2 * SECOND + 100 * MS + 1_000, 2 * SECOND + 50 * MS);

    assertThat(estimator.estimate(2 * SECOND + 60 * MS).orElseThrow().offsetNanos())
        .isEqualTo(100 * MS);
  }

  @Test
  void estimate_oldSample_losesToAFreshOneOfALongerTrip() {
    OffsetEstimator estimator = new OffsetEstimator();
    estimator.sample(0, 0, 2_000);
    estimator.sample(40 * SECOND, 40 * SECOND + 3 * MS, 40 * SECOND + 2 * MS);

    assertThat(estimator.estimate(40 * SECOND + 2 * MS).orElseThrow().offsetNanos())
        .isEqualTo(2 * MS);
  }

  @Test
  void estimate_withoutNewSamples_growsMoreUncertain() {
    OffsetEstimator estimator = new OffsetEstimator();
    estimator.sample(0, 0, 1_000);

    long soon = estimator.estimate(SECOND).orElseThrow().errorNanos();
    long late = estimator.estimate(100 * SECOND).orElseThrow().errorNanos();

    assertThat(late - soon).isEqualTo(99 * 1_000 * OffsetEstimator.DRIFT_PER_MILLION);
  }

  @Test
  void sample_answeredBeforeItWasAsked_isNone() {
    OffsetEstimator estimator = new OffsetEstimator();

    estimator.sample(10, 5, 9);

    assertThat(estimator.estimate(10)).isEmpty();
  }

  @Property(tries = 300)
  void estimate_underDriftAndLopsidedTrips_containsTheTruth(
      @ForAll long seed, @ForAll @LongRange(min = 1, max = 400) long probes) {
    Random random = new Random(seed);
    OffsetEstimator estimator = new OffsetEstimator();
    long offset = random.nextLong(-1_000 * SECOND, 1_000 * SECOND);
    double drift = (random.nextDouble() * 2 - 1) * OffsetEstimator.DRIFT_PER_MILLION * 1e-6;
    long now = 0;
    for (int i = 0; i < probes; i++) {
      long sent = now + random.nextLong(3 * SECOND);
      long there = sent + random.nextLong(1, 80 * MS);
      now = there + random.nextLong(1, 80 * MS);
      estimator.sample(sent, there + offset + Math.round(there * drift), now);
      ClockEstimate estimate = estimator.estimate(now).orElseThrow();
      long truth = offset + Math.round(now * drift);

      assertThat(Math.abs(estimate.offsetNanos() - truth))
          .isLessThanOrEqualTo(estimate.errorNanos());
    }
  }
}
