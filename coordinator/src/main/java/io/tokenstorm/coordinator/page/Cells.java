package io.tokenstorm.coordinator.page;

import io.tokenstorm.coordinator.page.markup.Numbers;
import io.tokenstorm.coordinator.stats.Figure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of a report as text. */
final class Cells {
  /** Marks a percentile that rests on too few requests, as in the terminal's table. */
  static final String THIN = "~";

  private Cells() {}

  /** p50, p95 and p99 × {@code unit}. */
  static List<String> percentiles(Figure figure, double unit) {
    return List.of(
        Numbers.digits(figure.p50(), unit),
        marked(figure, "p95", figure.p95(), unit),
        marked(figure, "p99", figure.p99(), unit));
  }

  /** A percentile, marked if it is thin. */
  static String marked(Figure figure, String name, @Nullable Double value, double unit) {
    if (value == null) {
      return Numbers.UNDEFINED;
    }
    return Numbers.digits(value, unit) + (figure.thin().contains(name) ? THIN : "");
  }

  /** Tokens, whole where they are. */
  static String tokens(@Nullable Double value) {
    if (value == null) {
      return Numbers.UNDEFINED;
    }
    return value == Math.rint(value)
        ? Numbers.whole((long) (double) value)
        : Numbers.fixed(value, 1);
  }

  /** A count with its noun. */
  static String counted(long count, String noun) {
    return Numbers.whole(count) + " " + noun + (count == 1 ? "" : "s");
  }
}
