package io.tokenstorm.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.coordinator.run.spec.LengthRule;
import io.tokenstorm.coordinator.run.spec.LengthRule.Sample;
import org.junit.jupiter.api.Test;

class LengthRuleTest {
  @Test
  void factor_ofALinearTokenizer_hitsTheLength() {
    // tokens = 12 + 1.3 × words
    double factor = LengthRule.factor(new Sample(100, 142), new Sample(500, 662), 538);

    assertThat(12 + 1.3 * (factor * 538)).isCloseTo(538, within(1e-9));
  }

  @Test
  void factor_thatCannotBeTold_isNaN() {
    assertThat(LengthRule.factor(new Sample(1, 20), new Sample(2, 20), 50)).isNaN();
    assertThat(LengthRule.factor(new Sample(2, 20), new Sample(2, 20), 50)).isNaN();
    assertThat(LengthRule.factor(new Sample(1, 20), new Sample(2, 10), 50)).isNaN();
  }

  @Test
  void factor_ofAPromptShorterThanTheTemplate_isNaN() {
    assertThat(LengthRule.factor(new Sample(1, 41), new Sample(2, 42), 30)).isNaN();
  }
}
