package io.tokenstorm.coordinator.live;

import static io.tokenstorm.coordinator.live.RunSamples.SECOND;
import static io.tokenstorm.coordinator.live.RunSamples.measuring;
import static io.tokenstorm.coordinator.live.RunSamples.phase;
import static io.tokenstorm.coordinator.live.RunSamples.plan;
import static io.tokenstorm.coordinator.live.RunSamples.run;
import static io.tokenstorm.coordinator.live.RunSamples.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.protocol.record.LoadStage;
import org.junit.jupiter.api.Test;

class LiveJsonTest {
  private static LiveFrame frame() {
    LiveAggregator aggregator = new LiveAggregator("run-1");
    WorkerSim sim = new WorkerSim("w1", 3, LoadStage.MEASURE);
    sim.succeeds(100_000, 10_000, 16);
    sim.fails("reset");
    return aggregator.frame(
        snapshot(run(plan(phase("direct-c1")), measuring(3, sim.sketch())), 12 * SECOND));
  }

  @Test
  void read_whatWasWritten_isTheSameFrame() {
    assertThat(LiveJson.read(LiveJson.write(frame()), LiveFrame.class)).isEqualTo(frame());
  }

  @Test
  void write_frame_isOneLineInSnakeCaseWithLowerCaseEnums() {
    String json = LiveJson.write(frame());

    assertThat(json)
        .doesNotContain("\n")
        .contains("\"state\":\"running\"")
        .contains("\"in_flight\":7")
        .contains("\"errors_by_kind\":{\"reset\":1}")
        .contains("\"stage\":\"measure\"")
        .contains("\"verdict\":null")
        .doesNotContain("\"ended\"");
  }

  @Test
  void read_keyOfANewerVersion_isPassedOver() {
    String json = LiveJson.write(frame()).replaceFirst("\\{", "{\"not_known_yet\":[1],");

    assertThat(LiveJson.read(json, LiveFrame.class)).isEqualTo(frame());
  }

  @Test
  void read_noJson_isRefused() {
    assertThatThrownBy(() -> LiveJson.read("<html>", LiveFrame.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a LiveFrame");
  }
}
