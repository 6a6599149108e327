package io.tokenstorm.coordinator.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a client by its figures ({@link HealthFigure}), with the limits that {@code
 * docs/metrics.md} states and gives reasons for.
 *
 * @param reasons the figures that are beyond a limit, a clause each, gravest first
 */
public record ClientJudgement(ClientVerdict verdict, List<String> reasons) {
  private static final List<Limit> LIMITS =
      List.of(
          new Limit(HealthFigure.LAG_P99, 0.001, 0.010, "event loops were late by %s (p99)"),
          new Limit(HealthFigure.LAG_MAX, 0.100, 1.000, "event loops were late by up to %s"),
          new Limit(HealthFigure.GAP_ERROR_SIGMA, 0.0005, 0.005, "gaps are wrong by %s (1 σ)"),
          new Limit(
              HealthFigure.TURNAROUND_SHARE, 0.03, 0.10, "the client took %s of its slots' time"),
          new Limit(HealthFigure.LOOP_SHARE, 0.70, 0.95, "the busiest event loop was at work %s"),
          new Limit(HealthFigure.FULL_READ_SHARE, 0.05, 0.50, "%s of the reads left bytes unread"),
          new Limit(HealthFigure.STEAL_MEAN, 0.05, 0.25, "the hypervisor took %s of the CPU"),
          new Limit(
              HealthFigure.CONTROL_LAG, 0.500, 2.000, "heartbeats were starved for up to %s"));

  /** Up to {@code clean} it is clean, above {@code limiting} it limits. */
  private record Limit(String figure, double clean, double limiting, String words) {
    ClientVerdict judge(Map<String, Double> figures) {
      Double value = figures.get(figure);
      if (value == null || value <= clean) {
        return ClientVerdict.CLEAN;
      }
      return value > limiting ? ClientVerdict.LIMITING : ClientVerdict.MARGINAL;
    }

    String sentence(double value) {
      String amount = figure.endsWith("_seconds") ? seconds(value) : percent(value);
      double passed = value > limiting ? limiting : clean;
      String edge = figure.endsWith("_seconds") ? seconds(passed) : percent(passed);
      return String.format(Locale.ROOT, words, amount) + ", above " + edge;
    }
  }

  /** Judges one worker's second, window, or a whole phase. */
  public static ClientJudgement of(Map<String, Double> figures) {
    if (figures.getOrDefault(HealthFigure.LAG_PROBES, 0.0) <= 0) {
      return new ClientJudgement(
          ClientVerdict.UNKNOWN, List.of("nothing was told of its event loops"));
    }
    ClientVerdict verdict = ClientVerdict.CLEAN;
    List<String> marginal = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (Limit limit : LIMITS) {
      ClientVerdict own = limit.judge(figures);
      verdict = verdict.or(own);
      Double value = figures.get(limit.figure());
      if (value != null && own != ClientVerdict.CLEAN) {
        (own == ClientVerdict.LIMITING ? reasons : marginal).add(limit.sentence(value));
      }
    }
    reasons.addAll(marginal);
    return new ClientJudgement(verdict, List.copyOf(reasons));
  }

  /** What the figures say of the error of percentiles; {@code null} if they say nothing. */
  public static @Nullable ErrorBounds bounds(Map<String, Double> figures) {
    Double p50 = figures.get(HealthFigure.LAG_P50);
    Double p99 = figures.get(HealthFigure.LAG_P99);
    Double gap50 = figures.get(HealthFigure.GAP_ERROR_P50);
    Double gap99 = figures.get(HealthFigure.GAP_ERROR_P99);
    Double sigma = figures.get(HealthFigure.GAP_ERROR_SIGMA);
    return p50 == null || p99 == null || gap50 == null || gap99 == null || sigma == null
        ? null
        : new ErrorBounds(p50, p99, gap50, gap99, sigma);
  }

  private static String seconds(double seconds) {
    return seconds < 0.001
        ? String.format(Locale.ROOT, "%.0f µs", seconds * 1e6)
        : seconds < 1
            ? String.format(Locale.ROOT, "%.1f ms", seconds * 1e3)
            : String.format(Locale.ROOT, "%.2f s", seconds);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", share * 100);
  }
}
