package io.tokenstorm.coordinator.page.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class AxisTest {
  private static List<String> texts(Axis axis) {
    return axis.ticks().stream().map(Axis.Tick::text).toList();
  }

  @Test
  void fromZero_ofOneSize_endsAtARoundNumber() {
    Axis axis = Axis.fitting("ms", 150, 270);
    assertThat(axis.max()).isEqualTo(300);
    assertThat(texts(axis)).containsExactly("0", "50", "100", "150", "200", "250", "300");
  }

  @Test
  void fitting_valuesFarApart_goesByTheLogarithm() {
    Axis axis = Axis.fitting("ms", 3, 4500);
    assertThat(axis.kind()).isEqualTo(Axis.Kind.LOG);
    assertThat(axis.min()).isEqualTo(2);
    assertThat(axis.max()).isEqualTo(5000);
    assertThat(axis.at(100)).isBetween(0.49, 0.51);
  }

  @Test
  void percentiles_eachNine_takesTheSameRoom() {
    Axis axis = Axis.percentiles("p", 99.9);
    assertThat(axis.at(99) - axis.at(90)).isCloseTo(axis.at(90), within(1e-9));
    assertThat(texts(axis)).containsExactly("p0", "p50", "p90", "p99", "p99.9");
  }

  private static org.assertj.core.data.Offset<Double> within(double offset) {
    return org.assertj.core.data.Offset.offset(offset);
  }

  @Property(tries = 300)
  void axis_anyRange_holdsItsValuesAndFewTicks(
      @ForAll @DoubleRange(min = -6, max = 9) double a,
      @ForAll @DoubleRange(min = -6, max = 9) double b) {
    double min = Math.pow(10, Math.min(a, b));
    double max = Math.pow(10, Math.max(a, b));
    for (Axis axis :
        List.of(Axis.fitting("x", min, max), Axis.log("x", min, max), Axis.linear("x", min, max))) {
      assertThat(axis.min()).isLessThanOrEqualTo(min * (1 + 1e-9));
      assertThat(axis.max()).isGreaterThanOrEqualTo(max * (1 - 1e-9));
      assertThat(axis.at(min)).isBetween(0.0, axis.at(max));
      assertThat(axis.at(max)).isLessThanOrEqualTo(1);
      assertThat(axis.ticks()).hasSizeBetween(1, 20);
    }
  }
}
