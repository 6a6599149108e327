package io.tokenstorm.coordinator.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.health.HealthFigure;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerStatus;
import io.tokenstorm.protocol.wire.HealthSample;
import io.tokenstorm.protocol.wire.LoadCount;
import io.tokenstorm.protocol.wire.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthLogTest {
  private final HealthLog log = new HealthLog();

  @Test
  void take_sameSecondTwice_countsOnceAndTheFirstNotAtAll() {
    assertThat(log.take(status(1, 4, ""), 0)).as("of the time before the window").isEmpty();
    assertThat(log.take(status(1, 5, ""), 0)).hasOnlyElementsOfType(RunEvent.ClientSecond.class);
    assertThat(log.take(status(1, 5, ""), 0)).isEmpty();
    assertThat(log.take(status(1, 4, ""), 0)).as("an overtaken status").isEmpty();
    log.take(status(1, 6, ""), 0);
    List<RunEvent.ClientHealth> closed = log.close(0);
    assertThat(closed).hasSize(1);
    assertThat(closed.get(0).figures()).containsEntry(HealthFigure.SAMPLES, 2.0);
    assertThat(log.close(0)).isEmpty();
  }

  @Test
  void take_warning_isNotedOnce() {
    RunEvent near = new RunEvent.HostLimit("w", 3, "files run short");
    assertThat(log.take(status(1, 1, "files run short"), 3)).containsExactly(near);
    assertThat(log.take(status(1, 1, "files run short"), 3)).isEmpty();
    assertThat(log.take(status(1, 1, "ports run short"), 3)).hasSize(1);
  }

  private static WorkerStatus status(int incarnation, long second, String warning) {
    HealthSample none = HealthSample.NONE;
    HealthSample sample =
        new HealthSample(
            second,
            new LagSpread(List.of(100)),
            900,
            none.turnaround(),
            none.reads(),
            none.pauses(),
            none.machine(),
            0,
            0,
            warning);
    return new WorkerStatus(
        "w",
        incarnation,
        1,
        "run",
        1,
        0,
        Stage.MEASURE,
        true,
        true,
        "",
        0,
        LoadCount.NONE,
        LoadCount.NONE,
        0,
        0,
        sample);
  }
}
