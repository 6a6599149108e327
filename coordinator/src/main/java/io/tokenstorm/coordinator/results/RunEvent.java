package io.tokenstorm.coordinator.results;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.HealthSample;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A fact about a run, as the coordinator noted it; one line of {@code events.jsonl}. Together with
 * the records these facts are all that a report is made from. Instants are nanoseconds of the
 * coordinator's ticker; a phase is its index in the plan, from 0.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = RunEvent.WorkerJoined.class, name = "worker_joined"),
  @JsonSubTypes.Type(value = RunEvent.WorkerLost.class, name = "worker_lost"),
  @JsonSubTypes.Type(value = RunEvent.EpochBegun.class, name = "epoch_begun"),
  @JsonSubTypes.Type(value = RunEvent.PhaseArmed.class, name = "phase_armed"),
  @JsonSubTypes.Type(value = RunEvent.LengthFound.class, name = "length_found"),
  @JsonSubTypes.Type(value = RunEvent.StageOpened.class, name = "stage_opened"),
  @JsonSubTypes.Type(value = RunEvent.EdgesSet.class, name = "edges_set"),
  @JsonSubTypes.Type(value = RunEvent.WindowClosed.class, name = "window_closed"),
  @JsonSubTypes.Type(value = RunEvent.PhaseRestarted.class, name = "phase_restarted"),
  @JsonSubTypes.Type(value = RunEvent.ArmingGivenUp.class, name = "arming_given_up"),
  @JsonSubTypes.Type(value = RunEvent.PlanEventFired.class, name = "plan_event_fired"),
  @JsonSubTypes.Type(value = RunEvent.PhaseSettled.class, name = "phase_settled"),
  @JsonSubTypes.Type(value = RunEvent.ClientHealth.class, name = "client_health"),
  @JsonSubTypes.Type(value = RunEvent.ClientSecond.class, name = "client_second"),
  @JsonSubTypes.Type(value = RunEvent.ReplicaReading.class, name = "replica_reading"),
  @JsonSubTypes.Type(value = RunEvent.HostLimit.class, name = "host_limit"),
  @JsonSubTypes.Type(value = RunEvent.CoordinatorStalled.class, name = "coordinator_stalled"),
  @JsonSubTypes.Type(value = RunEvent.Finding.class, name = "finding"),
  @JsonSubTypes.Type(value = RunEvent.CancelRequested.class, name = "cancel_requested"),
  @JsonSubTypes.Type(value = RunEvent.RunEnded.class, name = "run_ended"),
})
public sealed interface RunEvent {

  /**
   * A worker may be given slots from the next phase on.
   *
   * @param processKey of its process, which tells its spools apart
   * @param spoolPath directory of its spools, on its machine
   */
  record WorkerJoined(
      String worker,
      int incarnation,
      String host,
      long pid,
      int cores,
      int weight,
      String tokenstormVersion,
      String processKey,
      String spoolPath)
      implements RunEvent {}

  /**
   * A worker is gone.
   *
   * @param phase the phase it had slots in, −1 if none
   * @param stage the stage that phase was in, such as {@code MEASURE}; empty if none
   */
  record WorkerLost(String worker, int phase, String stage, String reason) implements RunEvent {}

  /**
   * Every worker of a phase is ready: membership is frozen.
   *
   * @param lengthFactor words of prompt text per token aimed at
   */
  record PhaseArmed(
      int phase,
      String name,
      int epoch,
      int concurrency,
      List<Share> shares,
      List<ClockBound> clocks,
      double lengthFactor)
      implements RunEvent {}

  /**
   * How prompts get their exact length.
   *
   * @param prompts whose: workload, route and API
   * @param way by which it was found
   * @param fixedTokens what the target counts beside the prompt's own
   * @param words of how many the tokens are known; 0 where ids are sent
   * @param probes requests that it took
   * @param remark what did not go as it should; empty: nothing
   */
  record LengthFound(
      String prompts, String way, int fixedTokens, long words, int probes, String remark)
      implements RunEvent {}

  /** The slots of one worker. */
  record Share(String worker, int firstSlot, int slots) {}

  /**
   * What is known of a worker's clock.
   *
   * @param offsetNanos the coordinator's ticker − the worker's
   * @param errorNanos the true offset lies within ± this
   */
  record ClockBound(String worker, long offsetNanos, long errorNanos) {}

  /** A window opens for the whole cluster at one instant. */
  record StageOpened(int phase, int epoch, LoadStage stage, long opensAtNanos)
      implements RunEvent {}

  /**
   * The edges of the measured window were turned into the workers' tickers, once and for all.
   *
   * @param clocks as they stood then; the errors hold at the opening. At the closing two clocks may
   *     have drifted apart further, by the drift allowed over the window's length
   */
  record EdgesSet(int phase, int epoch, List<ClockBound> clocks) implements RunEvent {}

  /**
   * The measured window closed: nothing is sent from here on.
   *
   * @param reason such as {@code done}, {@code worker lost}, {@code cancelled}
   */
  record WindowClosed(int phase, int epoch, long closedAtNanos, String reason)
      implements RunEvent {}

  /** The arming {@code epoch} was given up; its records enter no statistic. */
  record PhaseRestarted(int phase, int epoch, String why) implements RunEvent {}

  /**
   * Every record that will ever come of an arming that was given up is in the log.
   *
   * @param tallies one a worker and stage that was opened; they enter no statistic
   */
  record ArmingGivenUp(int phase, int epoch, List<Tally> tallies) implements RunEvent {}

  /**
   * An event of the plan was carried out, or could not be.
   *
   * @param label method and URL
   * @param httpStatus of the answer, 0 if none came
   * @param error what went wrong; empty if nothing did
   */
  record PlanEventFired(
      int phase,
      String label,
      long scheduledAtNanos,
      long firedAtNanos,
      int httpStatus,
      String error)
      implements RunEvent {}

  /**
   * A phase is over: every record that will ever come is in the log.
   *
   * @param tallies one a worker and stage
   * @param skewNanos between the first and the last opening of the measured window over the
   *     workers, on the coordinator's time line
   * @param recordLogBytes position of the record log's end
   */
  record PhaseSettled(
      int phase, int epoch, List<Tally> tallies, long skewNanos, long recordLogBytes)
      implements RunEvent {}

  /**
   * The conservation of one worker's requests in one stage of one epoch: issued = merged + lost,
   * merged = success + errors + cut.
   *
   * @param issued counted by the worker before each send; −1 if the count could not be read
   * @param merged records in the log
   * @param lostAtLeast requests known to be lost
   * @param lostAtMost no more than this; {@code null} if no bound is known. Equal to {@code
   *     lostAtLeast} when the count is exact
   */
  record Tally(
      String worker,
      LoadStage stage,
      long issued,
      long merged,
      long success,
      long errors,
      long cut,
      long lostAtLeast,
      @Nullable Long lostAtMost) {}

  /**
   * A worker's own state over a measured window and its drain.
   *
   * @param figures by name, unit in the name
   */
  record ClientHealth(String worker, int phase, Map<String, Double> figures) implements RunEvent {}

  /**
   * How a worker fared in one second of a measured window or its drain; a line of {@code
   * health.jsonl}.
   */
  record ClientSecond(String worker, int phase, HealthSample sample) implements RunEvent {}

  /**
   * What a replica told of itself when it was asked for its own metrics; a line of {@code
   * replicas.jsonl}.
   *
   * @param replica as the plan names it
   * @param askedAtNanos when it was asked
   * @param answeredAtNanos when its answer was there, or could not come any more
   * @param engine {@code vllm} or {@code sglang}, by the names it uses; empty if nothing was read
   * @param figures by name; what it does not tell is left out
   * @param error what went wrong; empty if nothing did
   */
  record ReplicaReading(
      String replica,
      long askedAtNanos,
      long answeredAtNanos,
      String engine,
      Map<String, Double> figures,
      String error)
      implements RunEvent {}

  /**
   * A limit of a worker's host comes near what its slots need.
   *
   * @param text a whole sentence, with what to do
   */
  record HostLimit(String worker, int phase, String text) implements RunEvent {}

  /**
   * The number of an arming is taken. Noted before any worker hears of it: a coordinator that goes
   * on with the run takes none of them again, though the arming may never have come about.
   */
  record EpochBegun(int phase, int epoch) implements RunEvent {}

  /** The coordinator did nothing from one instant to another, though a phase was armed. */
  record CoordinatorStalled(int phase, long fromNanos, long toNanos) implements RunEvent {}

  /** Something that the coordinator itself wants said in the report; a whole sentence. */
  record Finding(String text) implements RunEvent {}

  /** The user asked for the end; {@code force} if at once. */
  record CancelRequested(boolean force) implements RunEvent {}

  /** The last line of an orderly run. */
  record RunEnded(Verdict verdict, String reason) implements RunEvent {}
}
