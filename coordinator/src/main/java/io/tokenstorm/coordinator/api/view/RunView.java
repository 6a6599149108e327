package io.tokenstorm.coordinator.api.view;

import io.tokenstorm.coordinator.live.timeline.Moment;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run, in short.
 *
 * @param run its id
 * @param name of its plan
 * @param state {@code queued}, {@code waiting_for_workers}, {@code running}, {@code reporting} or
 *     {@code ended}
 * @param position how many runs are before it; 0 unless it is queued
 * @param phase index of the current phase, −1 before the first
 * @param phases how many the plan has
 * @param directory where its results are, on the coordinator's machine
 * @param submittedAt wall clock, ISO-8601, for people only
 * @param verdict {@code VALID}, {@code DEGRADED}, {@code INVALID} or {@code CANCELLED}; {@code
 *     null} until it ended
 * @param reason of the verdict, or what the run waits for; empty if there is nothing to say
 */
public record RunView(
    String run,
    String name,
    RunState state,
    int position,
    int phase,
    int phases,
    String directory,
    String submittedAt,
    @Nullable String verdict,
    String reason) {

  public static RunView of(RunSummary summary) {
    return new RunView(
        summary.run(),
        summary.name(),
        summary.state(),
        summary.position(),
        summary.phase(),
        summary.phases(),
        summary.directory().toString(),
        summary.submittedAt().toString(),
        summary.verdict() == null ? null : summary.verdict().name(),
        summary.reason());
  }

  /** How a run went so far, or went, in few figures. */
  public record Course(String run, List<Moment> moments) {}

  /** All runs of a coordinator, in the order they were submitted. */
  public record RunList(List<RunView> runs) {}

  /**
   * A run was taken.
   *
   * @param run its id
   * @param position how many runs are before it, the current one included; 0: it starts now
   */
  public record Submitted(String run, int position) {}
}
