package io.tokenstorm.coordinator.sweep.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.report.model.Lengths;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.sweep.model.Scenario;
import io.tokenstorm.coordinator.sweep.model.Scenario.PromptLength;
import io.tokenstorm.coordinator.sweep.model.Scenario.Repeat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SweepVerdictTest {
  private static Scenario row(
      boolean success, String runVerdict, @Nullable PromptLength promptLength) {
    return new Scenario(
        "vllm",
        1_000,
        1_024,
        success,
        "serve",
        null,
        success ? null : "server failed to start",
        List.of(),
        1,
        Map.of(),
        false,
        null,
        Map.of(),
        List.of(),
        List.of(new Repeat("run", runVerdict, 1, 1, 1.0, 1_000, 5.0, 5.0)),
        null,
        Instant.EPOCH,
        "server.log",
        "restart",
        promptLength);
  }

  private static @Nullable PromptLength counted(@Nullable Integer... tokens) {
    LengthReading reading = new LengthReading(1_000);
    for (Integer each : tokens) {
      reading.counted(each);
    }
    reading.made(new Lengths.Exact("usage", 9, 20, ""));
    reading.made(new Lengths.Exact("usage", 9, 21, ""));
    return reading.result();
  }

  @Test
  void rows_thatFail_areResults() {
    List<Scenario> rows = List.of(row(false, "INVALID", null), row(true, "VALID", counted(1_000)));
    assertThat(SweepVerdict.of(rows, true)).isEqualTo(Verdict.VALID);
    assertThat(SweepVerdict.reason(rows, true))
        .isEqualTo("a sweep of 2 rows, 1 measured, 1 failed");
    assertThat(SweepVerdict.of(rows, false)).isEqualTo(Verdict.CANCELLED);
    assertThat(SweepVerdict.reason(rows, false)).endsWith("it is not complete");
  }

  @Test
  void rows_whoseRunOrLengthIsNotSound_degradeIt() {
    List<Scenario> other = List.of(row(true, "VALID", counted(1_000, 1_001)));
    assertThat(SweepVerdict.of(other, true)).isEqualTo(Verdict.DEGRADED);
    assertThat(SweepVerdict.reason(other, true)).contains("1 with prompts of another length");
    List<Scenario> unsound = List.of(row(true, "DEGRADED", counted(1_000)));
    assertThat(SweepVerdict.of(unsound, true)).isEqualTo(Verdict.DEGRADED);
    assertThat(SweepVerdict.reason(unsound, true)).contains("1 whose run was not VALID");
  }

  @Test
  void lengths_areExact_onlyIfEachRequestWas() {
    assertThat(counted(1_000, 1_000))
        .isEqualTo(new PromptLength("usage", 1_000, 1_000, true, 9, 41, ""));
    assertThat(counted(1_000, 990, 1_000))
        .isEqualTo(new PromptLength("usage", 1_000, 990, false, 9, 41, ""));
    assertThat(counted((Integer) null))
        .isEqualTo(new PromptLength("usage", 1_000, null, false, 9, 41, ""));
    assertThat(counted()).isEqualTo(new PromptLength("usage", 1_000, null, false, 9, 41, ""));
    assertThat(new LengthReading(1_000).result()).isNull();
  }
}
