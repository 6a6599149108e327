package io.tokenstorm.coordinator.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.protocol.record.LoadStage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunHistoryTest {
  private final List<RunEvent> events = new ArrayList<>();

  private void note(RunEvent... more) {
    events.addAll(Arrays.asList(more));
  }

  private RunHistory history() {
    return new RunHistory(events.stream().map(e -> new StampedEvent(0, Instant.EPOCH, e)).toList());
  }

  private static RunEvent armed(int phase, int epoch) {
    return new RunEvent.PhaseArmed(phase, "p", epoch, 1, List.of(), List.of(), 1);
  }

  private static RunEvent opened(int phase, int epoch, LoadStage stage, long at) {
    return new RunEvent.StageOpened(phase, epoch, stage, at);
  }

  private static RunEvent closed(int phase, int epoch, long at) {
    return new RunEvent.WindowClosed(phase, epoch, at, "done");
  }

  private static RunEvent settled(int phase, int epoch) {
    return new RunEvent.PhaseSettled(phase, epoch, List.of(), 5, 0);
  }

  @Test
  void settled_restartedPhase_takesTheFactsOfTheSettledEpoch() {
    note(
        armed(0, 1),
        opened(0, 1, LoadStage.WARMUP, 1),
        opened(0, 1, LoadStage.MEASURE, 10),
        closed(0, 1, 20),
        new RunEvent.PhaseRestarted(0, 1, "why"),
        armed(0, 2),
        opened(0, 2, LoadStage.MEASURE, 100),
        closed(0, 2, 250),
        new RunEvent.ClientHealth("w1", 0, Map.of("lag_p99_seconds", 0.1)),
        settled(0, 2));
    List<PhaseFacts> settled = history().settled();
    assertThat(settled).hasSize(1);
    assertThat(settled.get(0).opensAtNanos()).isEqualTo(100);
    assertThat(settled.get(0).windowNanos()).isEqualTo(150);
    assertThat(settled.get(0).restarts()).hasSize(1);
    assertThat(settled.get(0).health()).containsOnlyKeys("w1");
    assertThat(history().zeroNanos(7)).isEqualTo(100);
  }

  @Test
  void settled_withoutAMeasuredWindow_isNoResult() {
    note(armed(0, 1), opened(0, 1, LoadStage.WARMUP, 1), settled(0, 1));
    assertThat(history().settled()).isEmpty();
    assertThat(history().zeroNanos(7)).isEqualTo(7);
  }

  @Test
  void settled_windowClosedBeforeItOpened_hasNoLength() {
    note(armed(0, 1), opened(0, 1, LoadStage.MEASURE, 50), closed(0, 1, 40), settled(0, 1));
    assertThat(history().settled().get(0).windowNanos()).isZero();
  }

  @Test
  void zero_nothingSettled_isTheFirstMeasuredWindow() {
    note(armed(0, 1), opened(0, 1, LoadStage.WARMUP, 1), opened(0, 1, LoadStage.MEASURE, 50));
    assertThat(history().zeroNanos(7)).isEqualTo(50);
  }
}
