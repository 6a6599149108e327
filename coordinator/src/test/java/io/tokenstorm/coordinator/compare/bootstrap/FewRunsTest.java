package io.tokenstorm.coordinator.compare.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FewRunsTest {
  /** Values of Student's t from the usual tables. */
  @ParameterizedTest
  @CsvSource({
    "0.99, 1, 63.657",
    "0.99, 2, 9.925",
    "0.99, 3, 5.841",
    "0.99, 4, 4.604",
    "0.99, 8, 3.355",
    "0.95, 5, 2.571",
    "0.95, 10, 2.228",
    "0.90, 7, 1.895",
    "0.99, 4000, 2.577"
  })
  void quantile_knownDegrees_isTheTables(double confidence, int degrees, double t) {
    assertThat(FewRuns.quantile(confidence, degrees)).isCloseTo(t, within(0.0006));
  }

  @Test
  void widening_moreRuns_isLess() {
    assertThat(FewRuns.widening(2, 2, 0.99)).isCloseTo(1.4142 * 9.925 / 2.577, within(0.01));
    assertThat(FewRuns.widening(5, 5, 0.99)).isLessThan(FewRuns.widening(3, 3, 0.99));
    assertThat(FewRuns.widening(200, 200, 0.99)).isBetween(1.0, 1.01);
  }
}
