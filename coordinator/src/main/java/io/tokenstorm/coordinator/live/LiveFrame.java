package io.tokenstorm.coordinator.live;

import io.tokenstorm.coordinator.service.RunState;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run at one moment, as watchers see it: made once a second, the same for all of them. A frame
 * stands for itself; a watcher that missed some lacks only their moments. JSON by {@link LiveJson}:
 * snake case, every key always there, {@code null} where a figure is undefined. Durations are
 * seconds, rates are per second. Figures under {@code requests}, {@code recent}, {@code window} and
 * {@code latency} belong to the window of the current stage: the warmup in {@code warmup}, else the
 * measured window.
 *
 * @param sequence rises with each frame of the run, from 1; the id of the server-sent event
 * @param run id of the run
 * @param plan name of the plan
 * @param model the model asked for; empty while the run is queued
 * @param state {@code queued}, {@code waiting_for_workers}, {@code running}, {@code reporting} or
 *     {@code ended}; a frame that says {@code ended} is the last one
 * @param elapsedSeconds since the run began; 0 while it is queued
 * @param reason why the verdict is what it is, or what the run waits for; empty: nothing to say
 * @param current the phase that is on, or was the last one; {@code null} before the first and once
 *     the run ended
 * @param requests counts of the window
 * @param recent rates over the last three seconds
 * @param window rates since the window opened
 * @param ttft time to first token, of successes
 * @param tpot time per output token, of successes
 * @param e2e sent to last token, of successes
 * @param itl gaps between output-bearing events, of successes, pooled
 * @param workers all that are known, lost ones included
 * @param replicas who answered in the measured window, by records merged so far; may lag by seconds
 * @param phases all phases of the plan, in order; none while the run is queued
 * @param events what the plan had done to the target and what happened to the cluster, oldest
 *     first, at most 100
 * @param findings what the coordinator wants said, oldest first, at most 100
 * @param verdict {@code VALID}, {@code DEGRADED}, {@code INVALID} or {@code CANCELLED}; {@code
 *     null} until the run ended
 */
public record LiveFrame(
    long sequence,
    String run,
    String plan,
    String model,
    RunState state,
    double elapsedSeconds,
    String reason,
    @Nullable CurrentPhase current,
    Counts requests,
    Rates recent,
    Rates window,
    LatencyView ttft,
    LatencyView tpot,
    LatencyView e2e,
    LatencyView itl,
    List<WorkerRow> workers,
    List<ReplicaRow> replicas,
    List<PhaseRow> phases,
    List<Note> events,
    List<Note> findings,
    @Nullable String verdict) {

  /** Whether no frame follows. */
  public boolean ended() {
    return state == RunState.ENDED;
  }

  /**
   * Requests of one window.
   *
   * @param sent requests sent
   * @param success requests that succeeded
   * @param errors requests that failed
   * @param errorsByKind the same by label of the kind, such as {@code http_status}
   * @param outputTokens tokens of requests that succeeded
   */
  public record Counts(
      long sent, long success, long errors, Map<String, Long> errorsByKind, long outputTokens) {
    public static final Counts NONE = new Counts(0, 0, 0, Map.of(), 0);
  }

  /**
   * How fast things went over a span.
   *
   * @param seconds the span; 0: nothing to tell yet
   * @param requestsPerSecond successes over the span
   * @param tokensPerSecond output tokens that arrived in the span, whoever's they are: events ×
   *     tokens per event of the successes so far (1 before the first)
   */
  public record Rates(double seconds, double requestsPerSecond, double tokensPerSecond) {
    public static final Rates NONE = new Rates(0, 0, 0);
  }

  /**
   * Something worth telling.
   *
   * @param atSeconds since the run began
   * @param phase name of the phase that was on; empty: none
   * @param text for a person
   */
  public record Note(double atSeconds, String phase, String text) {}

  /**
   * One serving replica in the measured window of the current phase, by the records merged so far.
   *
   * @param replica as the target names itself; empty: unknown
   * @param success requests that succeeded
   * @param errors requests that failed
   * @param outputTokens tokens of requests that succeeded
   * @param ttftP50 median, seconds; {@code null} without a success
   * @param ttftP99 99th percentile, seconds; {@code null} without a success
   * @param engine what it told of itself last; {@code null} if it was not asked
   */
  public record ReplicaRow(
      String replica,
      long success,
      long errors,
      long outputTokens,
      @Nullable Double ttftP50,
      @Nullable Double ttftP99,
      @Nullable EngineView engine) {}

  /**
   * What a replica's own metrics said last.
   *
   * @param engine {@code vllm} or {@code sglang}; empty if nothing could be read
   * @param agoSeconds since it was read
   * @param running requests in its batch
   * @param waiting requests in its queue
   * @param kvUsage share of its KV memory in use, 0 to 1
   * @param error why nothing could be read; else empty
   */
  public record EngineView(
      String engine,
      double agoSeconds,
      @Nullable Double running,
      @Nullable Double waiting,
      @Nullable Double kvUsage,
      String error) {}
}
