package io.tokenstorm.coordinator.report.phase;

import io.tokenstorm.coordinator.health.ClientJudgement;
import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.health.ErrorBounds;
import io.tokenstorm.coordinator.health.HealthFigure;
import io.tokenstorm.coordinator.report.model.ClientReport;
import io.tokenstorm.coordinator.report.model.ClientReport.WorkerPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Judges the clients of a phase by what they told of themselves and by the turnaround. */
final class ClientMeter {
  /** On fewer requests one late wake-up of the machine decides. */
  private static final long ENOUGH_REQUESTS = 20;

  private ClientMeter() {}

  /**
   * The judgement.
   *
   * @param health figures by worker
   * @param turnaroundShare of the whole phase; {@code null} if it is not defined
   * @param requests that it rests on
   */
  static ClientReport judge(
      Map<String, Map<String, Double>> health, @Nullable Double turnaroundShare, long requests) {
    Map<String, WorkerPart> parts = new TreeMap<>();
    health.forEach((worker, figures) -> parts.put(worker, part(figures)));
    String worst = worst(parts);
    List<String> reasons = new ArrayList<>();
    ClientVerdict verdict = ClientVerdict.UNKNOWN;
    if (worst != null) {
      WorkerPart part = Objects.requireNonNull(parts.get(worst));
      verdict = part.verdict();
      reasons.addAll(part.reasons());
    }
    if (turnaroundShare != null && requests >= ENOUGH_REQUESTS) {
      ClientJudgement whole = share(turnaroundShare);
      verdict = whole.verdict() == ClientVerdict.CLEAN ? verdict : verdict.or(whole.verdict());
      reasons.addAll(whole.reasons());
    }
    ErrorBounds bounds =
        parts.values().stream()
            .map(WorkerPart::errorBounds)
            .filter(Objects::nonNull)
            .reduce(ErrorBounds::or)
            .orElse(null);
    return new ClientReport(verdict, List.copyOf(reasons), bounds, worst, parts);
  }

  private static ClientJudgement share(double turnaroundShare) {
    return ClientJudgement.of(
        Map.of(HealthFigure.LAG_PROBES, 1.0, HealthFigure.TURNAROUND_SHARE, turnaroundShare));
  }

  private static WorkerPart part(Map<String, Double> figures) {
    ClientJudgement judged = ClientJudgement.of(figures);
    return new WorkerPart(judged.verdict(), judged.reasons(), ClientJudgement.bounds(figures));
  }

  private static @Nullable String worst(Map<String, WorkerPart> parts) {
    Comparator<Map.Entry<String, WorkerPart>> graver =
        Comparator.<Map.Entry<String, WorkerPart>, ClientVerdict>comparing(
                e -> e.getValue().verdict())
            .thenComparing(e -> lag(e.getValue()));
    return parts.entrySet().stream().max(graver).map(Map.Entry::getKey).orElse(null);
  }

  private static double lag(WorkerPart part) {
    ErrorBounds bounds = part.errorBounds();
    return bounds == null ? 0 : bounds.ttftP99();
  }
}
