package io.tokenstorm.coordinator.compare.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.coordinator.compare.model.ComparedFigure;
import io.tokenstorm.coordinator.compare.model.Difference;
import io.tokenstorm.coordinator.compare.model.GateResult.State;
import io.tokenstorm.coordinator.compare.model.Outcome;
import io.tokenstorm.coordinator.compare.model.PhaseComparison;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateTest {
  @Test
  void parse_withPhaseAndSpaces_isRead() {
    Gate gate = GateParser.parse("gateway-*: ttft.p99 < +5.5 %");
    assertThat(gate.figure()).isEqualTo(ComparedFigure.of("ttft", "p99"));
    assertThat(gate.limit()).isEqualTo(0.055);
    assertThat(gate.covers("gateway-c16")).isTrue();
    assertThat(gate.covers("direct-c1")).isFalse();
  }

  @Test
  void parse_shortNames_areRead() {
    assertThat(GateParser.parse("tok/s>-3%").limit()).isEqualTo(-0.03);
    assertThat(GateParser.parse("errors<+0.5pp").figure()).isEqualTo(ComparedFigure.ERROR_SHARE);
    assertThat(GateParser.parse("request_rate>0%").covers("any.phase")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ttft.p99|neither < nor >",
        "|neither < nor >",
        "<+5%|no figure before the sign",
        "ttft<+5%|no figure is named ttft; there are ttft.p50",
        "itl.p99<+5%|no figure is named itl.p99",
        "ttft.p99<5|'5' is no limit; write it like +5%",
        "ttft.p99<|there is no limit",
        "ttft.p99<+5pp|compared as a ratio",
        "errors<+5%|percentage points",
        "ttft.p99>-5%|less is better",
        "tok/s<+5%|more is better",
        ":tok/s>-5%|no phase before the colon",
        "ttft.p99<+5%<+6%|cannot be read"
      })
  void parse_wrong_saysWhatAndHow(@Nullable String text, String message) {
    assertThatThrownBy(() -> GateParser.parse(text == null ? "" : text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static State judged(
      String gate, @Nullable Double change, @Nullable Double low, @Nullable Double high) {
    Gate read = GateParser.parse(gate);
    Double b = change == null ? null : Double.valueOf(1 + change);
    Difference difference =
        new Difference(read.figure(), 1.0, b, change, low, high, Outcome.CANNOT_TELL, "");
    return read.judge(new PhaseComparison("p", "", 9, 9, List.of(difference))).state();
  }

  @Test
  void judge_wholeIntervalKeepsTheLimit_passes() {
    assertThat(judged("ttft.p99<+5%", 0.03, 0.01, 0.04)).isEqualTo(State.PASSED);
    assertThat(judged("tok/s>-5%", 0.2, 0.1, 0.3)).isEqualTo(State.PASSED);
  }

  @Test
  void judge_changeBeyondTheLimitAndShown_fails() {
    assertThat(judged("ttft.p99<+5%", 0.06, 0.01, 0.12)).isEqualTo(State.FAILED);
    assertThat(judged("tok/s>-5%", -0.06, -0.12, -0.01)).isEqualTo(State.FAILED);
  }

  @Test
  void judge_noise_isUndecided() {
    assertThat(judged("ttft.p99<+5%", 0.2, -0.1, 0.5)).isEqualTo(State.UNDECIDED);
    assertThat(judged("ttft.p99<+5%", 0.04, 0.01, 0.07)).isEqualTo(State.UNDECIDED);
    assertThat(judged("ttft.p99<+5%", 0.2, null, null)).isEqualTo(State.UNDECIDED);
  }

  @Test
  void judge_figureGoneInB_fails() {
    assertThat(judged("ttft.p99<+5%", null, null, null)).isEqualTo(State.FAILED);
  }
}
