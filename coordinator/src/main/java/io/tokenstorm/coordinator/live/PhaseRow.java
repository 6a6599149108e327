package io.tokenstorm.coordinator.live;

import org.jspecify.annotations.Nullable;

/**
 * One phase of the plan.
 *
 * @param name its name
 * @param route name of its route
 * @param workload name of its workload
 * @param concurrency slots asked for
 * @param state {@code pending}, {@code running}, {@code done} or {@code skipped}
 * @param headline its figures once it is done; {@code null} before
 */
public record PhaseRow(
    String name,
    String route,
    String workload,
    int concurrency,
    State state,
    @Nullable Headline headline) {

  /** Where a phase stands. */
  public enum State {
    PENDING,
    RUNNING,
    DONE,
    /** The run ended before it. */
    SKIPPED
  }

  /**
   * The figures of a settled phase, from its merged records: as in the report, percentiles within
   * 0.1 %. {@code null} where undefined, or settled before this coordinator started.
   *
   * @param requests measured requests
   * @param success of these, successes
   * @param errors of these, failures
   * @param elapsedSeconds opening of the window to the last end
   * @param outputTokensPerSecond tokens of successes / elapsed
   * @param requestRate successes / elapsed
   * @param ttftP50 median TTFT, seconds
   * @param ttftP99 99th percentile of TTFT, seconds
   * @param tpotP50 median TPOT, seconds
   * @param tpotP99 99th percentile of TPOT, seconds
   */
  public record Headline(
      long requests,
      long success,
      long errors,
      @Nullable Double elapsedSeconds,
      @Nullable Double outputTokensPerSecond,
      @Nullable Double requestRate,
      @Nullable Double ttftP50,
      @Nullable Double ttftP99,
      @Nullable Double tpotP50,
      @Nullable Double tpotP99) {}
}
