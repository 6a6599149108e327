package io.tokenstorm.coordinator.live;

import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.wire.Stage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator alone knows of a run: given to {@link LiveAggregator#frame} each time.
 * Instants are on the coordinator's ticker.
 *
 * @param run id of the run
 * @param plan as it is run: scaled and filtered
 * @param state where the run stands
 * @param waitingFor why nothing goes on, for a person; empty if it does
 * @param startedNanos when the run began; {@link #NEVER} while it is queued
 * @param at where its phases stand; {@code null} before the first arming and after the last phase
 * @param members of the current epoch, lost ones included
 * @param settled figures of the phases that are done, by index in the plan
 * @param events so far, in order
 * @param findings so far, oldest first
 * @param verdict once the run ended
 */
public record RunFacts(
    String run,
    Plan plan,
    RunState state,
    String waitingFor,
    long startedNanos,
    @Nullable Position at,
    List<Member> members,
    Map<Integer, PhaseRow.Headline> settled,
    List<LiveFrame.LiveEvent> events,
    List<LiveFrame.LiveFinding> findings,
    @Nullable String verdict) {
  /** An instant that did not come yet. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * Where the phases stand.
   *
   * @param phase index in the plan
   * @param epoch of the arming
   * @param stage of the phase
   * @param stageSinceNanos when the stage began
   * @param windowOpensNanos when the window of the stage opened or opens: that of the warmup in
   *     {@code WARMUP}, of the measured window in {@code MEASURE}, {@code DRAIN} and {@code
   *     SETTLED}; {@link #NEVER} if not set
   */
  public record Position(
      int phase, int epoch, Stage stage, long stageSinceNanos, long windowOpensNanos) {}

  /**
   * One worker of the epoch.
   *
   * @param worker its id
   * @param incarnation its incarnation
   * @param state what it does
   * @param slots it holds; 0 if none
   */
  public record Member(String worker, int incarnation, WorkerRow.State state, int slots) {}
}
