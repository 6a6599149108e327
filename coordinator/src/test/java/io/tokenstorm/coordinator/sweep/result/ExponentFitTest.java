package io.tokenstorm.coordinator.sweep.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenstorm.coordinator.sweep.model.SweepReport.Fit;
import io.tokenstorm.coordinator.sweep.result.ExponentFit.Point;
import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class ExponentFitTest {
  private static List<Point> points(double constant, double factor, double exponent) {
    return DoubleStream.of(1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
        .mapToObj(length -> new Point(length, constant + factor * Math.pow(length, exponent)))
        .toList();
  }

  @Property
  void fit_ofAPower_isItsExponent(
      @ForAll @DoubleRange(min = 0.2, max = 3) double exponent,
      @ForAll @DoubleRange(min = 0.01, max = 10) double factor) {
    Fit fit = ExponentFit.of(points(0, factor, exponent)).orElseThrow();
    assertThat(fit.exponent()).isCloseTo(exponent, within(1e-9));
    assertThat(fit.rSquared()).isCloseTo(1, within(1e-9));
  }

  @Test
  void fit_withAFixedCost_isSmaller_lessSoInTheLongerHalf() {
    Fit fit = ExponentFit.of(points(500, 0.05, 1)).orElseThrow();
    assertThat(fit.exponent()).isLessThan(0.7);
    assertThat(fit.longHalfExponent()).isGreaterThan(fit.exponent());
    assertThat(fit.reading()).contains("slower").contains("longer half");
  }

  @Test
  void fit_ofASquare_isCalledSo() {
    assertThat(ExponentFit.of(points(0, 1e-5, 2)).orElseThrow().reading()).contains("quadratic");
  }

  @Test
  void fit_ofTwoLengths_isNone() {
    assertThat(ExponentFit.of(points(0, 1, 1).subList(0, 2))).isEmpty();
  }
}
