package io.tokenstorm.coordinator.sweep.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.sweep.model.Scenario;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowTextTest {
  private static Scenario.PromptLength length(@Nullable Integer counted, boolean exact) {
    return new Scenario.PromptLength("usage", 65_536, counted, exact, 0, 2, "");
  }

  @Test
  void measured_ofPromptsAsLongAsTheRowSays_isOkAlone() {
    assertThat(RowText.measured(length(65_536, true))).isEqualTo("ok");
    assertThat(RowText.measured(null)).isEqualTo("ok");
  }

  @Test
  void measured_ofOtherPrompts_saysSoInTheRow() {
    assertThat(RowText.measured(length(65_543, false))).isEqualTo("ok, but of 65,543 tokens");
    assertThat(RowText.measured(length(null, false)))
        .isEqualTo("ok, but the length is not confirmed");
  }
}
