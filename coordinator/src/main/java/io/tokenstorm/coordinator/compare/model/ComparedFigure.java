package io.tokenstorm.coordinator.compare.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A figure that two sides are compared by.
 *
 * @param name as a gate names it, such as {@code ttft.p99}
 * @param unit of its values as they are shown
 * @param lowerIsBetter which way is better
 * @param absolute whether the change is a difference in percentage points and not a ratio
 * @param brief whether the tables show it
 */
public record ComparedFigure(
    String name, String unit, boolean lowerIsBetter, boolean absolute, boolean brief) {
  /** Latencies, in the order of the tables. */
  public static final List<String> LATENCIES = List.of("ttft", "tpot", "e2e");

  /** Statistics of a latency. */
  public static final List<String> STATISTICS = List.of("p50", "p90", "p95", "p99", "mean");

  public static final ComparedFigure TOKEN_RATE =
      new ComparedFigure("output_tokens_per_second", "tok/s", false, false, true);
  public static final ComparedFigure REQUEST_RATE =
      new ComparedFigure("request_rate", "req/s", false, false, true);
  public static final ComparedFigure ERROR_SHARE =
      new ComparedFigure("error_share", "%", true, true, true);

  /** All of them. */
  public static final List<ComparedFigure> ALL = all();

  private static final Map<String, ComparedFigure> ALIASES =
      Map.of("tok/s", TOKEN_RATE, "req/s", REQUEST_RATE, "errors", ERROR_SHARE);

  private static List<ComparedFigure> all() {
    List<ComparedFigure> all = new ArrayList<>();
    for (String latency : LATENCIES) {
      for (String statistic : STATISTICS) {
        boolean brief = statistic.equals("p50") || statistic.equals("p99");
        String unit = latency.equals("e2e") ? "s" : "ms";
        all.add(new ComparedFigure(latency + "." + statistic, unit, true, false, brief));
      }
    }
    all.add(TOKEN_RATE);
    all.add(REQUEST_RATE);
    all.add(ERROR_SHARE);
    return List.copyOf(all);
  }

  /** A statistic of a latency. */
  public static ComparedFigure of(String latency, String statistic) {
    return Objects.requireNonNull(named(latency + "." + statistic));
  }

  /** By its name or its short name ({@code tok/s}, {@code req/s}, {@code errors}). */
  public static @Nullable ComparedFigure named(String name) {
    ComparedFigure alias = ALIASES.get(name);
    if (alias != null) {
      return alias;
    }
    return ALL.stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
  }

  /** From seconds, rates and parts of one to {@link #unit}. */
  public double shown(double value) {
    return switch (unit) {
      case "ms" -> value * 1e3;
      case "%" -> value * 100;
      default -> value;
    };
  }
}
