package io.tokenstorm.coordinator.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.clock.OffsetEstimator;
import io.tokenstorm.coordinator.results.RunEvent.ClockBound;
import io.tokenstorm.coordinator.run.state.WindowPlan.Edge;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WindowPlanTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void bounds_edgeDecidedASecondAhead_containTheDriftUntilThen() {
    Edge edge = new Edge(10 * SECOND, Map.of("w1", new ClockEstimate(-7, 50_000)));

    assertThat(edge.bounds(9 * SECOND))
        .containsExactly(
            new ClockBound(
                "w1", 7, 50_000 + 1_000_000 / 1_000 * OffsetEstimator.DRIFT_PER_MILLION + 200));
  }

  @Test
  void bounds_edgeAtOnce_areTheClocksOwnErrors() {
    Edge edge = new Edge(SECOND, Map.of("w1", new ClockEstimate(0, 50_000)));

    assertThat(edge.bounds(SECOND).get(0).errorNanos()).isBetween(50_000L, 51_000L);
  }
}
