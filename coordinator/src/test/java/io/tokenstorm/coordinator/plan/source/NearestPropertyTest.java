package io.tokenstorm.coordinator.plan.source;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;

class NearestPropertyTest {
  @Property
  void distance_anyTwoWords_isAMetricOfSteps(
      @ForAll @AlphaChars @StringLength(max = 12) String a,
      @ForAll @AlphaChars @StringLength(max = 12) String b) {
    int distance = Nearest.distance(a, b);

    assertThat(distance).isEqualTo(Nearest.distance(b, a));
    assertThat(distance == 0).isEqualTo(a.equals(b));
    assertThat(distance)
        .isBetween(Math.abs(a.length() - b.length()), Math.max(a.length(), b.length()));
    assertThat(Nearest.distance(a, a + "x")).isEqualTo(1);
  }
}
