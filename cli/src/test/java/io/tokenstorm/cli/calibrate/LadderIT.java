package io.tokenstorm.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.calibration.Calibration.Step;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.engine.MeasuringEngine;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LadderIT {
  @Test
  void climb_oneStep_tokensArriveAndAreHeldAgainstTheTruth() throws Exception {
    try (MeasuringEngine engine = Engines.direct(EngineOptions.DEFAULT)) {
      Ladder ladder = new Ladder(engine, Ticker.system(), 4, Duration.ofMillis(500));
      Step step = ladder.climb(0, 10_000);
      assertThat(step.askedTokensPerSecond()).isEqualTo(400);
      assertThat(step.tokensPerSecond()).isPositive();
      assertThat(step.ttftErrorP50()).as("nothing arrives before it is written").isPositive();
      assertThat(step.gapErrorP99()).isNotNull();
      assertThat(step.replicaLateP99()).isNotNull();
      assertThat(step.lagP99()).isPositive();
    }
  }
}
