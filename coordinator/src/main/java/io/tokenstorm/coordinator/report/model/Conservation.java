package io.tokenstorm.coordinator.report.model;

import org.jspecify.annotations.Nullable;

/**
 * No request of a stage vanishes: issued = merged + lost, merged = success + errors + cut.
 *
 * @param issued counted by the workers before each send; {@code null} if one's count is not
 *     readable
 * @param merged as the coordinator's ledger has it
 * @param inLog records found in the log; equal to {@code merged} in a sound directory
 * @param holds whether all of these equations do
 */
public record Conservation(
    @Nullable Long issued,
    long merged,
    long inLog,
    long success,
    long errors,
    long cut,
    Lost lost,
    boolean holds) {

  /**
   * Requests without a record.
   *
   * @param atMost {@code null} if no bound is known
   */
  public record Lost(long atLeast, @Nullable Long atMost) {}
}
