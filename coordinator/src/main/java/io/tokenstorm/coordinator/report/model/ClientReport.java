package io.tokenstorm.coordinator.report.model;

import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.health.ErrorBounds;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the client itself bent the figures of a phase.
 *
 * @param verdict the gravest of all workers, and of the phase as a whole
 * @param reasons figures beyond a limit, those of the worst worker
 * @param errorBounds what the clients' lateness adds to latencies at most, by estimate; the largest
 *     of all workers; {@code null} if nothing is known
 * @param worstWorker whose verdict is the gravest, of these whose lag is the longest; {@code null}
 *     if none told anything
 */
public record ClientReport(
    ClientVerdict verdict,
    List<String> reasons,
    @Nullable ErrorBounds errorBounds,
    @Nullable String worstWorker,
    Map<String, WorkerPart> byWorker) {

  /** The same of one worker. */
  public record WorkerPart(
      ClientVerdict verdict, List<String> reasons, @Nullable ErrorBounds errorBounds) {}
}
