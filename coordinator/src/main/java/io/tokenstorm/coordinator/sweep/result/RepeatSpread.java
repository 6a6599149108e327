package io.tokenstorm.coordinator.sweep.result;

import io.tokenstorm.coordinator.sweep.model.Scenario.Range;
import io.tokenstorm.coordinator.sweep.model.Scenario.Repeat;
import io.tokenstorm.coordinator.sweep.model.Scenario.Spread;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How far repeats lie apart. */
public final class RepeatSpread {
  private RepeatSpread() {}

  /** Over the repeats whose requests were answered; {@code null} if these are fewer than two. */
  public static @Nullable Spread of(List<Repeat> repeats) {
    Range ttft = range(repeats, Repeat::ttftMs);
    Range e2e = range(repeats, Repeat::e2eMs);
    return ttft == null || e2e == null ? null : new Spread(ttft, e2e);
  }

  private static @Nullable Range range(
      List<Repeat> repeats, Function<Repeat, @Nullable Double> figure) {
    double[] values =
        repeats.stream()
            .map(figure)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    if (values.length < 2) {
      return null;
    }
    double mean = java.util.Arrays.stream(values).average().orElse(0);
    double squares = java.util.Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return new Range(
        values[0], values[values.length - 1], Math.sqrt(squares / (values.length - 1)));
  }
}
